const { default: TestSequencer } = require('@jest/test-sequencer')

/** Test files that take minutes, from the longest; begun late, one of them would run alone at the end. */
const longest = [
  'e2e/memory.e2e.ts',
  'scripts/newResource.test.ts',
  'server/resources/mailChanges.test.ts',
  'server/demo/fill.test.ts',
  'server/demo/seed.test.ts',
  'server/main.test.ts',
  'server/http/apiAnswers.test.ts',
  'server/resources/mailService.test.ts',
]

/** @param {import('@jest/test-result').Test} test */
const rank = ({ path }) => {
  const place = longest.findIndex((file) => path.endsWith(file))
  return place < 0 ? longest.length : place
}

/** The longest test files first, the others in jest's order. */
module.exports = class LongestFirst extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    return (await super.sort(tests)).sort((a, b) => rank(a) - rank(b))
  }
}
