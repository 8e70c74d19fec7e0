// SPDX-License-Identifier: Apache-2.0
// What a compiler like AOTInductor could write: a C++ wrapper that launches fused kernels, each between a begin and an
// end with the FX nodes it was fused from, the module they come from, and the compiler component that chose it. Built
// with LANESCOPE_ANNOTATE=1 the pairs record; without, nothing of them is in the object file.
#include "lanescope/generated_code.h"

// The runtime that generated code calls; a real one loads cubins and calls cuLaunchKernel.
using KernelLauncher = void (*)(void* stream, const void* const* inputs, void* output, long elements);

struct GeneratedModel {
    KernelLauncher fusedAddRelu;
    KernelLauncher gemm;
    KernelLauncher fusedLayerNorm;

    void run(void* stream, const void* const* inputs, void* output, long batch) const;
};

void GeneratedModel::run(void* stream, const void* const* inputs, void* output, long batch) const
{
    LSC_BEGIN(kernel0, stream,
              R"({"name": "triton_poi_fused_add_relu_0", "fx_nodes": ["add", "relu"], "module": "encoder.layers.0.mlp",
                  "component": "pointwise_fusion"})");
    fusedAddRelu(stream, inputs, output, batch * 4096);
    LSC_END(kernel0);

    LSC_BEGIN(kernel1, stream,
              R"({"name": "extern_kernels.addmm", "fx_nodes": ["addmm"], "module": "encoder.layers.0.mlp.down",
                  "component": "extern"})");
    gemm(stream, inputs + 1, output, batch * 1024);
    LSC_END(kernel1);

    LSC_BEGIN(kernel2, stream,
              R"({"name": "triton_red_fused_native_layer_norm_1", "fx_nodes": ["var_mean", "rsqrt", "mul_1"],
                  "module": "encoder.layers.0.norm", "component": "reduction_fusion"})");
    fusedLayerNorm(stream, inputs + 3, output, batch * 1024);
    LSC_END(kernel2);
}
