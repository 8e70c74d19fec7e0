-- SPDX-License-Identifier: Apache-2.0
-- As Nsight Systems writes them, with the columns that count. Process 40, threads 41 and 42: (40 << 24) + 41 is
-- 671088681; (40 << 24) is 671088640. Node 1 of exec graph 3 is 12884901889, of the captured graph 2: 8589934593.
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'void gemm<float>(int)'), (3, 'cudaGraphLaunch_v10000'),
  (4, 'step'), (5, 'cuMemcpyAsync'), (6, 'python3'), (7, 'main "thread"');
CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT);
INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA H200');
CREATE TABLE ThreadNames (nameId INTEGER, priority INTEGER, globalTid INTEGER);
INSERT INTO ThreadNames VALUES (7, 0, 671088681);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER,
  correlationId INTEGER, nameId INTEGER, returnValue INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1000, 1500, 0, 671088681, 9, 3, 0),
  (1600, 1700, 0, 671088681, 10, 5, 0);
CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, rangeId INTEGER, text TEXT,
  globalTid INTEGER, textId INTEGER, domainId INTEGER);
INSERT INTO NVTX_EVENTS VALUES (900, 1800, 59, NULL, NULL, 671088681, 4, 0), (950, NULL, 34, NULL, 'mark',
  671088682, NULL, 0), (0, NULL, 75, NULL, 'a domain', 671088681, NULL, 1);
