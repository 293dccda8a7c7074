import { createTempProject, type TempProject } from './tempProject'

interface FileReport {
  filePath: string
  messages: { ruleId: string; line: number; message: string }[]
}

const shownMarkup = `
export const Note = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />
export const props = { dangerouslySetInnerHTML: { __html: '' } }
export const quoted = { 'dangerouslySetInnerHTML': { __html: '' } }
`

interface TypedReport {
  diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[]
}

let tree: TempProject
let reports: FileReport[]
let typed: TypedReport

/** The lines of a planted file that break a rule. */
const refusedLines = (file: string, rule: string): number[] =>
  reports
    .filter(({ filePath }) => filePath.endsWith(file))
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId }) => ruleId === rule)
    .map(({ line }) => line)

/** The lines of a planted file that break a rule that needs types. */
const badlyTypedLines = (file: string, rule: string): number[] =>
  typed.diagnostics
    .filter(({ filename, code }) => filename.endsWith(file) && code.endsWith(`(${rule})`))
    .map(({ labels }) => labels[0]?.span.line ?? 0)

beforeAll(async () => {
  tree = await createTempProject({
    'src/features/notes/Note.tsx': shownMarkup,
    'src/ui/Panel.tsx': shownMarkup,
    'src/ui/richText/RichText.tsx': shownMarkup,
    'src/ui/picker.ts': [
      'export const forbiddenBidders = 1',
      'export const contactPicker = 2',
      'export const openBid = 3',
      'export const bids = 4',
    ].join('\n'),
    'src/features/notes/promises.ts': [
      "export const load = () => Promise.resolve('note')",
      'export const start = () => {',
      '  load()',
      '}',
      'export const loose = (value: any) => String(value)',
      "export const missing = (side: 'buy' | 'sell') => {",
      '  switch (side) {',
      "    case 'buy':",
      '      return 1',
      '  }',
      '}',
      "console.log('here')",
    ].join('\n'),
    'server/resources/notes.ts': "process.stdout.write('here')\n",
    'server/main.ts': "process.stdout.write('here')\n",
    'server/notes.test.ts': "it.only('runs alone', () => {})\ntest.skip('never runs', () => {})\n",
  })
  reports = JSON.parse(await tree.run('eslint', '--format', 'json', 'src', 'server')) as FileReport[]
  typed = JSON.parse(await tree.run('oxlint', '--format', 'json', 'src', 'server')) as TypedReport
})

afterAll(() => tree.remove())

it('[TRUST-2] refuses raw markup in every form, everywhere but in the RichText component', () => {
  expect(refusedLines('notes/Note.tsx', 'no-restricted-syntax')).toEqual([2, 3, 4])
  expect(refusedLines('ui/Panel.tsx', 'no-restricted-syntax')).toEqual([2, 3, 4])
  expect(refusedLines('ui/RichText.tsx', 'no-restricted-syntax')).toEqual([])
})

it('refuses domain words in src/ui, and only whole words', () => {
  expect(refusedLines('ui/picker.ts', 'no-restricted-syntax')).toEqual([2, 3, 4])
})

it('refuses floating promises, any, open switches and console output', () => {
  const file = 'notes/promises.ts'
  expect(badlyTypedLines(file, 'no-floating-promises')).toEqual([3])
  expect(refusedLines(file, '@typescript-eslint/no-explicit-any')).toEqual([5])
  expect(badlyTypedLines(file, 'switch-exhaustiveness-check')).toEqual([7])
  expect(refusedLines(file, 'no-console')).toEqual([12])
})

it('lets only the programs of the server write to the terminal', () => {
  expect(refusedLines('resources/notes.ts', 'no-restricted-syntax')).toEqual([1])
  expect(refusedLines('server/main.ts', 'no-restricted-syntax')).toEqual([])
})

it('refuses tests that are switched off or run alone', () => {
  expect(refusedLines('server/notes.test.ts', 'no-restricted-syntax')).toEqual([1, 2])
})
