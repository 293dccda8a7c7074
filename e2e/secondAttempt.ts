/**
 * A browser test that fails is tried once more: browser, product and machine work side by side, and one untimely wait
 * must not hide what four thousand other tests say. The first failure is printed all the same, and the last lines of
 * `.ci/run` name each test that needed its second attempt, so that it gets mended.
 */
jest.retryTimes(1, { logErrorsBeforeRetry: true })
