import { createTempProject, type TempProject } from './tempProject'

interface Cruise {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

const migration = 'server/db/migrations/002-suppliers.ts'

/** Every violation planted below, with the rule that must catch it. */
const planted: [rule: string, from: string, to: string][] = [
  ['contract-imports-downwards', 'src/contract/tags.ts', 'src/store/entities.ts'],
  ['store-imports-downwards', 'src/store/entities.ts', 'src/api/tagsApi.ts'],
  ['api-imports-downwards', 'src/api/kit/baseQuery.ts', 'src/ui/Table.ts'],
  ['ui-imports-downwards', 'src/ui/Table.ts', 'src/resources/tags/paths.ts'],
  ['resources-imports-downwards', 'src/resources/tags/paths.ts', 'src/features/tags/ListPage.ts'],
  ['features-imports-downwards', 'src/features/tags/ListPage.ts', 'src/app/theme.ts'],
  ['features-stand-apart', 'src/features/notes/NotesPage.ts', 'src/features/tags/ListPage.ts'],
  ['server-knows-the-contract-only', 'server/main.ts', 'src/store/entities.ts'],
  ['browser-never-imports-the-server', 'src/app/theme.ts', 'server/config.ts'],
  ['no-schemas-in-the-browser', 'src/app/theme.ts', 'src/contract/schema.ts'],
  ['no-tests-in-the-product', 'src/app/theme.ts', 'src/testing/builders.ts'],
  ['ui-names-no-domain-word', 'src/features/tags/ListPage.ts', 'src/ui/ContactCard.ts'],
  ['reads-write-nothing', 'server/kit/read/list.ts', 'server/kit/write/trash.ts'],
  ['migrations-stand-alone', migration, 'server/db/dialects/index.ts'],
  ['migrations-stand-alone', migration, 'src/contract/tags.ts'],
  ['server-config-imports-downwards', 'server/config.ts', 'server/db/dialects/index.ts'],
  ['server-db-imports-downwards', 'server/db/dialects/index.ts', 'server/kit/read/list.ts'],
  ['server-kit-imports-downwards', 'server/kit/write/trash.ts', 'server/resources/tags.ts'],
  ['server-kit-imports-downwards', 'server/kit/write/trash.ts', 'server/http/etag.ts'],
  ['server-services-imports-downwards', 'server/services/sessions/index.ts', 'server/ports/mail/open.ts'],
  ['server-ports-imports-downwards', 'server/ports/mail/open.ts', 'server/services/sessions/limits.ts'],
  ['server-ports-imports-downwards', 'server/ports/mail/open.ts', 'server/http/etag.ts'],
  ['server-resources-imports-downwards', 'server/resources/tags.ts', 'server/http/etag.ts'],
  ['server-http-imports-downwards', 'server/http/etag.ts', 'server/app.ts'],
  ['server-app-imports-downwards', 'server/app.ts', 'server/demo/fill.ts'],
  ['server-layers-are-complete', 'server/main.ts', 'server/misc/helper.ts'],
  ['routes-load-no-descriptors', 'src/features/tags/feature.ts', 'src/resources/tags/resource.ts'],
  ['resources-serve-no-routes', 'server/resources/tags.ts', 'server/resources/tags.routes.ts'],
  ['no-cycles', 'server/kit/read/list.ts', 'server/kit/read/search.ts'],
  ['no-orphans', 'src/store/forgotten.ts', 'src/store/forgotten.ts'],
]

/** Allowed imports. */
const allowed: [from: string, to: string][] = [
  ['src/app/routes.ts', 'src/features/notes/NotesPage.ts'],
  ['src/features/notes/NotesPage.ts', 'src/features/feature.ts'],
  ['src/features/notes/NotesPage.ts', 'src/resources/tags/paths.ts'],
  ['src/ui/Table.ts', 'src/contract/tags.ts'],
  ['server/main.ts', 'src/contract/schema.ts'],
  ['server/kit/read/search.ts', 'server/kit/read/list.ts'],
  [migration, 'server/db/migrations/ddl/columns.ts'],
  ['server/db/migrations/002-suppliers.test.ts', 'server/db/dialects/index.ts'],
  ['server/resources/tags.routes.ts', 'server/services/sessions/limits.ts'],
  ['server/http/etag.ts', 'server/kit/read/list.ts'],
  ['server/http/etag.ts', 'server/ports/mail/consent.ts'],
  ['server/app.ts', 'server/resources/bids.ts'],
  ['server/demo/fill.ts', 'server/resources/bids.ts'],
  ['server/kit/read/list.test.ts', 'server/resources/bids.ts'],
  ['src/api/tagsApi.test.ts', 'src/testing/builders.ts'],
]

const nameOf = (file: string) => file.replace(/\W/g, '_')

function importing(edges: [from: string, to: string][]): Record<string, string> {
  const files: Record<string, string> = {}
  for (const [from, to] of edges) {
    if (from === to) continue
    const up = '../'.repeat(from.split('/').length - 1)
    files[from] = `${files[from] ?? ''}import '${up}${to.replace(/\.ts$/, '')}'\n`
  }
  for (const file of edges.flat()) files[file] = `${files[file] ?? ''}export const ${nameOf(file)} = 1\n`
  return files
}

let tree: TempProject
let violations: Cruise['summary']['violations']

beforeAll(async () => {
  const edges = planted.map(([, from, to]): [string, string] => [from, to])
  const files = importing([...edges, ...allowed])
  tree = await createTempProject({
    ...files,
    'src/app/theme.ts': `${files['src/app/theme.ts'] ?? ''}import 'fast-check'\nimport '@sinclair/typebox'\n`,
    'src/ui/Table.ts': `${files['src/ui/Table.ts'] ?? ''}import 'antd/es/input'\n`,
    'src/contract/schema.ts': `${files['src/contract/schema.ts'] ?? ''}import '@sinclair/typebox'\n`,
    [migration]: `${files[migration] ?? ''}import 'node:fs'\nimport 'kysely'\n`,
  })
  const answer = await tree.run('depcruise', '--output-type', 'json', 'src', 'server')
  violations = (JSON.parse(answer) as Cruise).summary.violations
})

afterAll(() => tree.remove())

const caught = (from: string, to: string) =>
  violations.filter((each) => each.from === from && each.to === to).map(({ rule }) => rule.name)

it.each(planted)('%s catches %s → %s', (rule, from, to) => {
  expect(caught(from, to)).toContain(rule)
})

it('keeps development packages and the schema library out of the browser, and antd in its place', () => {
  const rules = violations.filter(({ to }) => to.includes('node_modules')).map(({ rule }) => rule.name)
  expect(rules.sort()).toEqual([
    'antd-by-its-folder',
    'no-development-packages-in-the-product',
    'no-schemas-in-the-browser',
  ])
})

it('lets migrations import Kysely, and nothing of Node', () => {
  const rules = violations.filter(({ rule }) => rule.name === 'migrations-stand-alone').map(({ to }) => to)
  expect(rules).toContain('fs')
  expect(rules.filter((to) => to.includes('kysely'))).toEqual([])
})

it.each(allowed)('lets %s import %s', (from, to) => {
  // The planted cycle is reported from either of its ends.
  expect(caught(from, to).filter((rule) => rule !== 'no-cycles')).toEqual([])
})
