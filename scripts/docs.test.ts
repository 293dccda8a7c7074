import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The lines of a code, however deep they stand. */
const linesOf = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The code blocks of a page, each with the file that it is taken from. */
const excerptsOf = (page: string) =>
  [...read(page).matchAll(/^```(?:tsx?|text) (\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', code = '']) => ({
    page,
    file,
    lines: linesOf(code),
  }))

const pages = readdirSync(path.join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)
const excerpts = pages.flatMap(excerptsOf)
const newResource = excerptsOf('docs/new-resource.md')

test.each(['docs/new-resource.md', 'docs/add-a-field.md', 'docs/add-a-screen.md'])(
  '%s shows code',
  (page) => {
    expect(excerptsOf(page).length).toBeGreaterThan(3)
  },
)

test.each(excerpts)('in $page the excerpt of $file is the code itself', ({ file, lines }) => {
  const code = linesOf(read(file))
  let at = 0
  for (const line of lines) {
    const found = code.indexOf(line, at)
    expect([line, found >= at]).toEqual([line, true])
    at = found + 1
  }
})

test('the walk through a resource shows a file of each kind', () => {
  expect(newResource.map(({ file }) => file)).toEqual([
    'src/contract/utilities.ts',
    'src/contract/index.ts',
    'server/db/migrations/003-whole-contract.ts',
    'server/db/tables.ts',
    'server/resources/utilities.ts',
    'server/resources/index.ts',
    'server/plugins/apiTags.ts',
    'server/resources/utilities.test.ts',
    'server/testing/records.ts',
    'src/api/tagsApi.ts',
    'src/records/tags/faces.ts',
    'src/records/tags/paths.ts',
    'src/features/tags/dialogs.tsx',
    'src/features/tags/TagsPage.tsx',
    'src/features/tags/feature.ts',
    'src/features/index.ts',
    'src/app/frame/menuIcons.tsx',
  ])
})

test('a plain resource costs about fifty lines on the server, and ninety with its screen, its test aside', () => {
  const costOf = (files: RegExp) =>
    newResource
      .filter(({ file }) => files.test(file) && !file.endsWith('.test.ts'))
      .flatMap(({ lines }) => lines).length
  expect(costOf(/^(server|src\/contract)\//)).toBeLessThanOrEqual(50)
  expect(costOf(/./)).toBeLessThanOrEqual(90)
})
