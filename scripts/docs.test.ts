import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/config'
import { defaultRequestBudget } from '../server/kit/admission/requestBudget'

const root = path.join(__dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The lines of a code, without their indentation. */
const linesOf = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The code blocks of a page, each with its source file. */
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
    'server/db/migrations/001-baseline/lists.ts',
    'server/resources/utilities.ts',
    'server/resources/index.ts',
    'server/resources/utilities.test.ts',
    'server/testing/records.ts',
    'src/resources/tags/resource.tsx',
    'src/resources/tags/parts.tsx',
    'src/resources/index.ts',
    'src/api/tagsApi.ts',
    'src/features/tags/dialogs.tsx',
    'src/features/tags/ListPage.tsx',
    'src/features/tags/feature.ts',
    'src/features/index.ts',
  ])
})

test('a plain resource costs about fifty lines on the server, and ninety with its screen, its test aside', () => {
  const costOf = (files: RegExp) =>
    newResource
      .filter(({ file }) => files.test(file) && !file.endsWith('.test.ts'))
      .flatMap(({ lines }) => lines).length
  expect(costOf(/^(server|src\/contract)\//)).toBeLessThanOrEqual(51)
  expect(costOf(/./)).toBeLessThanOrEqual(91)
})

/** An environment in which each part of the configuration is switched on, so that all of its variables are read. */
const everything = {
  DIRECTORY_ISSUER: 'https://directory.example.com',
  DIRECTORY_CLIENT_ID: 'citygate',
  BUREAU_URL: 'https://bureau.example.com',
  BUREAU_CLIENT_ID: 'citygate',
  BUREAU_CLIENT_SECRET: 'secret',
  BUREAU_USERNAME: 'citygate',
  BUREAU_PASSWORD: 'secret',
  BUREAU_SUBCODE: '0000000',
  MAIL_API_URL: 'https://mail.example.com',
  MAIL_CLIENT_ID: 'citygate',
  MAIL_API_KEY: 'secret',
  CHAT_WIDGET: 'intercom',
  CHAT_KEY: 'citygate',
}

/** The names of all variables that the configuration reads. */
function configured(): string[] {
  const names = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(everything, {
    get(target, name: string) {
      names.add(name)
      return target[name]
    },
  })
  readConfig(env)
  return [...names].sort()
}

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

test('.env.example names each variable of the configuration once, and no other', () => {
  expect(namesIn(read('.env.example'), /^#([A-Z_\d]+)=/gm).sort()).toEqual(configured())
})

test('README.md and docs/connections.md explain each variable of the configuration, and no other', () => {
  const rows = `${read('README.md')}\n${read('docs/connections.md')}`
    .split('\n')
    .filter((line) => /^\| `[A-Z_\d]+` /.test(line))
    .join('\n')
  expect([...new Set(namesIn(rows, /`([A-Z]+(?:_[A-Z]+)*)`/g))].sort()).toEqual(
    expect.arrayContaining(configured()),
  )
  for (const name of namesIn(rows, /^\| `([A-Z_\d]+)` /gm)) expect(configured()).toContain(name)
})

test('docs/admission.md has the concurrency limits of the code', () => {
  const number = (count: number) => count.toLocaleString('en-US')
  const written = (['short', 'long', 'write', 'body', 'upload'] as const).map((name) => {
    const limits = defaultRequestBudget[name]
    return [
      `\`${name}\``,
      `${number(limits.slotsPerCaller)}, ${number(limits.slots)}`,
      `${number(limits.queuedPerCaller)}, ${number(limits.queued)}`,
      `${limits.timeout / 1_000} s`,
      `${limits.retryAfter} s`,
    ]
  })
  const rows = read('docs/admission.md')
    .split('\n')
    .filter((line) => /^\| `[a-z]+` /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.map(([, name, , ...figures]) => [name, ...figures.slice(0, 4)])).toEqual(written)
})
