// SPDX-License-Identifier: Apache-2.0
#include "core/query/kernel_name.h"

#include "tests/support/test_main.h"

using lanescope::shortKernelName;

class TestKernelName : public QObject {
    Q_OBJECT

private slots:
    void aSignatureBecomesWhatTellsItApart_data();
    void aSignatureBecomesWhatTellsItApart();
};

void TestKernelName::aSignatureBecomesWhatTellsItApart_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("shortName");
    QTest::newRow("no signature") << QByteArray("nvjet_sm90_tst_128x128_64x6_2x1_v_bz_NNT")
                                  << QByteArray("nvjet_sm90_tst_128x128_64x6_2x1_v_bz_NNT");
    QTest::newRow("parameters only") << QByteArray("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)")
                                     << QByteArray("ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    QTest::newRow("anonymous namespace")
        << QByteArray("void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, true, false>(float*, "
                      "float const*, int, int, int, bool const*, int, bool)")
        << QByteArray("softmax_warp_forward");
    QTest::newRow("functor of an elementwise kernel")
        << QByteArray(
               "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
               "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)")
        << QByteArray("vectorized_elementwise_kernel<CUDAFunctor_add>");
    QTest::newRow("operation of a foreach kernel")
        << QByteArray(
               "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
               "namespace)::TensorListMetadata<1>, at::native::(anonymous namespace)::BinaryOpScalarFunctor<float, "
               "1, 1, 0>, std::plus<float>, float>(at::native::(anonymous namespace)::TensorListMetadata<1>)")
        << QByteArray("multi_tensor_apply_kernel<plus>");
    QTest::newRow("reduction")
        << QByteArray("void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, "
                      "at::native::func_wrapper_t<c10::BFloat16, at::native::sum_functor<c10::BFloat16, float, "
                      "c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, "
                      "c10::BFloat16, 4, 8> >(at::native::ReduceOp<c10::BFloat16>)")
        << QByteArray("reduce_kernel<sum_functor>");
    QTest::newRow("CUTLASS")
        << QByteArray("void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4>(cutlass::Params)")
        << QByteArray("cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4");
    QTest::newRow("a copy is no signature")
        << QByteArray("Memcpy HtoD (Pageable -> Device)") << QByteArray("Memcpy HtoD (Pageable -> Device)");
    QTest::newRow("Triton") << QByteArray("triton_poi_fused_add_0") << QByteArray("triton_poi_fused_add_0");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("unbalanced") << QByteArray("void a::b<c<d(") << QByteArray("b");
    QTest::newRow("only brackets") << QByteArray("<<>>::") << QByteArray("<<>>::");
    QTest::newRow("not UTF-8") << QByteArray("void x::\xff\xfe<int>(int)") << QByteArray("\xff\xfe");
}

void TestKernelName::aSignatureBecomesWhatTellsItApart()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, shortName);
    QCOMPARE(QByteArray::fromStdString(shortKernelName(name.toStdString())), shortName);
}

LANESCOPE_TEST(TestKernelName)
#include "tst_kernel_name.moc"
