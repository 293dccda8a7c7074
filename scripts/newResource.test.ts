import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The lines of a code, however deep they stand. */
const linesOf = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The code blocks of the page, each with the file that it is taken from. */
const excerpts = [...read('docs/new-resource.md').matchAll(/^```(?:ts|text) (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', code = '']) => ({ file, lines: linesOf(code) }),
)

test('the walk through a resource shows a file of each kind', () => {
  expect(excerpts.map(({ file }) => file)).toEqual([
    'src/contract/utilities.ts',
    'src/contract/index.ts',
    'server/db/migrations/003-whole-contract.ts',
    'server/db/tables.ts',
    'server/resources/utilities.ts',
    'server/resources/index.ts',
    'server/plugins/apiTags.ts',
    'server/resources/utilities.test.ts',
    'server/testing/records.ts',
  ])
})

test.each(excerpts)('the excerpt of $file is the code itself', ({ file, lines }) => {
  const code = linesOf(read(file))
  let at = 0
  for (const line of lines) {
    const found = code.indexOf(line, at)
    expect([line, found >= at]).toEqual([line, true])
    at = found + 1
  }
})

test('a plain resource costs about fifty lines, its test aside', () => {
  const code = excerpts.filter(({ file }) => !file.endsWith('.test.ts'))
  expect(code.flatMap(({ lines }) => lines).length).toBeLessThanOrEqual(50)
})
