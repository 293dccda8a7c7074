/* Sums the results that jest wrote into a folder: node scripts/tally.mjs FOLDER [FAILED STEPS] */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The part of jest's result that counts. A file that could not even start has no tests that failed.
 * @typedef {{ fullName: string, status: string, invocations?: number }} Test
 * @typedef {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   numRuntimeErrorTestSuites: number,
 *   testResults: { assertionResults: Test[] }[],
 * }} Result
 */

const [, , folder, failedSteps = '0'] = process.argv
if (!folder) throw new Error('Usage: node scripts/tally.mjs FOLDER [FAILED STEPS]')

let passed = 0
let failed = 0
for (const name of readdirSync(folder)) {
  const result = /** @type {Result} */ (JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  passed += result.numPassedTests
  failed += result.numFailedTests + result.numRuntimeErrorTestSuites
  for (const { fullName, status, invocations = 1 } of result.testResults.flatMap(
    ({ assertionResults }) => assertionResults,
  ))
    if (status === 'passed' && invocations > 1) console.log(`Passed only at the second attempt: ${fullName}`)
}
// A step that failed without a failed test (the linter, a crash) must show in the sum too.
failed = Math.max(failed, Number(failedSteps))
console.log(`${passed} passed, ${failed} failed`)
if (passed === 0 || failed > 0) process.exitCode = 1
