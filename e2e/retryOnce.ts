/**
 * A failed browser test is retried once: browser, product and machine run concurrently, and one timing problem must not
 * hide the results of four thousand other tests. The first failure is still printed, and the last lines of `.ci/run`
 * name each test that needed its second attempt, so that it gets fixed.
 */
jest.retryTimes(1, { logErrorsBeforeRetry: true })
