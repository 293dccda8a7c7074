/* Writes a working resource: npm run new:resource -- NAME ["Title of one"] */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

/**
 * The names of a resource in its various places, from the plural in camel case.
 * @param {string} name such as `supplyContracts`
 * @param {string} title of one record, such as `Supply contract`
 */
function namesOf(name, title) {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const [first = '', ...others] = words
  return {
    name,
    title,
    words,
    Words: first.toUpperCase() + others.join(''),
    table: words.replaceAll(' ', '_'),
    idField: `${title.toLowerCase().replaceAll(' ', '_')}_id`,
    /** One record in camel case. */
    one: title
      .toLowerCase()
      .replaceAll(/ [a-z]/g, (/** @type {string} */ match) => match.slice(1).toUpperCase()),
    /** One record in lower case. */
    noun: title.toLowerCase(),
    /** As it stands in headings and on buttons. */
    heading: title.replace(/ [a-z]/g, (start) => start.toUpperCase()),
    url: `/api/mpg/${words.replaceAll(' ', '-')}/`,
    page: `/mpg/${words.replaceAll(' ', '-')}`,
  }
}
/** @typedef {ReturnType<typeof namesOf>} Names */

/**
 * The usual singular of a name in camel case, as a title.
 * @param {string} name
 */
function singularOf(name) {
  const one = name
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  return namesOf(one, one).Words
}

/**
 * @param {Names} names
 */
const contractOf = ({
  name,
  url,
  title,
  idField,
  Words,
}) => `import { id, resource, stamps, text, trashed } from './fields'

/** ${Words}. */
export const ${name} = resource({
  name: '${name}',
  path: '${url}',
  title: '${title}',
  idField: '${idField}',
  nameField: 'name',
  fields: {
    ${idField}: id(),
    name: text({ required: true }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  trash: true,
})
`

/**
 * @param {Names} names
 */
const migrationOf = ({ name, words, table, idField }) => `import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind } from './ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from './ddl/indexes'

/** The table of ${words}. */
export async function ${name}(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, key, timestamp } = columnTypes[kind]
  const statements = [
    sql\`create table ${table} (
      ${idField} \${id},
      name text not null,
      \${stampColumns(kind)},
      deleted_at \${timestamp},
      deleted_by integer references users (id),
      name_key \${key} not null,
      search text not null
    )\`,
    ...listIndexes(kind, '${table}', '${idField}', alive, [['name_key', false], ...stampOrderings]),
    trashIndex('${table}', '${idField}'),
  ]
  for (const statement of statements) await statement.execute(db)
}
`

/**
 * @param {Names} names
 */
const declarationOf = ({ name, Words }) => `import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    ${name}: Searched & { name_key: string }
  }
}

export const ${name} = defineResource('${name}', {
  description: '${Words}.',
  search: ['name'],
  sortKeys: { name: 'name' },
})
`

/**
 * @param {Names} names
 */
const testOf = ({ name, idField }) => `import { contract, type Row } from '../../src/contract'
import { changesPath } from '../../src/contract/events'
import type { ListAnswer } from '../../src/contract/answers'
import { schemaName } from '../../src/contract/schema'
import { startApi, type TestApi } from '../testing/api'
import type { ApiDocument } from '../testing/apiDocument'
import { expectOrderings, folded } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'

type Record = Row<'${name}'>

const { path } = contract.${name}

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const list = async (query = '') => (await api.asBroker<ListAnswer<Record>>('GET', path + query)).body

test('[API-1, API-6] a record is created, read, found, changed and refused in an older version', async () => {
  const answer = await api.asBroker<Record>('POST', path, { name: '  Brackwater ' })
  expect(answer.status).toBe(201)
  const made = answer.body
  expect(made).toMatchObject({ name: 'Brackwater', version: 1, created_by: made.modified_by })
  expect(await list('?q=brackw')).toEqual({ count: 1, results: [made] })
  const one = \`\${path}\${made.${idField}}/\`
  const changed = await api.asBroker<Record>('PUT', one, { name: 'Brackwater & Sons', version: 1 })
  expect(changed.body).toMatchObject({ name: 'Brackwater & Sons', version: 2 })
  expect((await api.asBroker('GET', one)).body).toEqual(changed.body)
  expect((await api.asBroker('PATCH', one, { name: 'Late', version: 1 })).status).toBe(409)
})

test('[API-4] a record needs a name', async () => {
  const { status, body } = await api.asBroker('POST', path, { name: ' ' })
  expect([status, body.fields]).toEqual([400, { name: 'This field is required' }])
})

test('[API-2] the list sorts by every column', async () => {
  for (const name of ['élan', 'Elbe', 'amber']) await record('${name}', { name })
  await expectOrderings(api, '${name}', {
    name: ({ name }) => folded(name),
    created_at: ({ created_at }) => created_at,
    modified_at: ({ modified_at }) => modified_at,
  })
})

test('[API-1] what is deleted is in the trash, and restored as it was', async () => {
  const made = await record('${name}')
  const one = \`\${path}\${made.${idField}}/\`
  expect((await api.asBroker('DELETE', one)).status).toBe(204)
  expect((await api.asBroker('GET', one)).status).toBe(404)
  const trash = await api.asBroker<ListAnswer<Record>>('GET', \`\${path}trash/\`)
  expect(trash.body.results).toMatchObject([{ ${idField}: made.${idField}, deleted_by: made.created_by }])
  expect((await api.asBroker('POST', \`\${one}restore/\`)).body).toEqual(made)
})

test('[TRUST-38] each change is in the audit', async () => {
  const { ${idField} } = await record('${name}')
  await api.asBroker('DELETE', \`\${path}\${${idField}}/\`)
  const rows = await api.database.db
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', '${name}')
    .where('record_id', '=', ${idField})
    .orderBy('id')
    .execute()
  expect(rows).toEqual([{ action: 'create' }, { action: 'delete' }])
})

test('[LIVE-1] open pages are told of a change', async () => {
  const { access } = await api.signIn()
  const page = await fetch(api.url + changesPath, { headers: { authorization: \`Bearer \${access}\` } })
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
  const { ${idField} } = await record('${name}')
  let heard = ''
  while (!heard.includes('"created"')) heard += (await reader?.read())?.value ?? ''
  expect(heard).toContain(
    \`data: \${JSON.stringify({ resource: '${name}', id: ${idField}, action: 'created', version: 1 })}\`,
  )
})

test('[API-8] the API document describes its routes', async () => {
  const { body } = await api.asBroker<ApiDocument>('GET', '/api/schema/')
  expect(Object.keys(body.paths[path] ?? {}).sort()).toEqual(['get', 'post'])
  expect(Object.keys(body.paths[\`\${path}{id}/\`] ?? {}).sort()).toEqual(['delete', 'get', 'patch', 'put'])
  expect(body.tags.map(({ name }) => name)).toContain(schemaName(contract.${name}))
})
`

/**
 * @param {Names} names
 */
const demoOf = ({ name, title, noun, one, idField }) => `import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { setUpStamps } from './stamps'
import { randomFor, type World } from './world'

const names = ['Alder', 'Brackwater', 'Cinder Hill', 'Dunmore', 'Eastfold'] as const

export const ${one}Count = names.length

/** The ${noun} at an index; ids count from 1. */
export function ${one}At(world: World, index: number): DemoRow<'${name}'> {
  const stamps = setUpStamps(randomFor(world, '${name}', index), world, staffIds)
  return { ${idField}: index + 1, name: \`\${names[index] ?? index} ${title}\`, ...stamps }
}
`

/**
 * @param {Names} names
 */
const apiOf = ({ name, Words }) => `import { crudApi } from './kit/crudApi'

/** ${Words}. */
export const ${name}Api = crudApi('${name}')
`

/**
 * @param {Names} names
 */
const pathsOf = ({ name, page }) => `import { crudPaths } from '../kit/crudPaths'

export const ${name}Paths = crudPaths('${page}')
`

/**
 * @param {Names} names
 */
const viewOf = ({
  name,
  words,
  noun,
  Words,
}) => `import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import { defineResourceView } from '../kit/resourceView'
import { ${name}Paths } from './paths'

/** ${Words}. */
export const ${name} = defineResourceView('${name}', {
  noun: ['${noun}', '${words}'],
  ...${name}Paths,
  menu: { group: 'directory', Icon: ProfileOutlined },
  creation: { to: ${name}Paths.list, isDialog: true },
  emptyDescription: '${Words} stand here.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
`

/**
 * @param {Names} names
 */
const partsOf = ({ name, Words, idField }) => `import { ${name}Api } from '../../api/${name}Api'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { nameColumn } from '../kit/nameColumn'
import { defineParts } from '../kit/resourceView'

export const fieldMeta = defineFieldMeta('${name}', {
  ${idField}: excludedFields,
  name: { label: 'Name' },
  ...stampFieldMeta,
})

/** The fields of the form, in order. */
export const fields = ['name'] as const

/** The fields of a record's page, in order. */
export const facts = ['name'] as const

/** The columns of the list, left to right. */
export const columns = [
  nameColumn(fieldMeta, 'name', { width: '60%' }),
  columnOf(fieldMeta, 'modified_at', { matters: 'wide' }),
]

/** ${Words} in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: ${name}Api.list },
  trash: {},
})
`

/**
 * @param {Names} names
 */
const featureOf = ({ name, Words }) => `import { ${name}Api } from '../../api/${name}Api'
import { ${name}Paths } from '../../resources/${name}/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** ${Words}. */
export const ${name}: Feature = {
  routes: [
    pageRoute(${name}Paths.list, () => import('./ListPage'), listRead('${name}', ${name}Api.list)),
    pageRoute(${name}Paths.path(':id'), () => import('./DetailPage'), recordRead(${name}Api.row)),
  ],
}
`

/**
 * @param {Names} names
 */
const dialogsOf = ({ name, noun }) => `import { ${name}Api } from '../../api/${name}Api'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/${name}/parts'

/** One dialog creates or edits a ${noun}, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: ${name}Api, fieldMeta, fields })
`

/**
 * @param {Names} names
 */
const listPageOf = ({ name, page }) => `import { ${name}Api } from '../../api/${name}Api'
import { CrudList } from '../../resources/kit/CrudList'
import { columns } from '../../resources/${name}/parts'
import { ${name} } from '../../resources/${name}/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** ${page} */
export const Page = () => <CrudList api={${name}Api} view={${name}} columns={columns} dialogs={dialogs} />
`

/**
 * @param {Names} names
 */
const detailPageOf = ({ name, page }) => `import { ${name}Api } from '../../api/${name}Api'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { facts, fieldMeta } from '../../resources/${name}/parts'
import { ${name} } from '../../resources/${name}/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** ${page}/{id} */
export const Page = () => (
  <CrudDetail api={${name}Api} view={${name}} fieldMeta={fieldMeta} facts={facts} dialogs={dialogs} />
)
`

/**
 * @param {Names} names
 */
const pageTestOf = ({
  name,
  heading,
  words,
  Words,
  page,
}) => `import { screen, waitFor, within } from '@testing-library/react'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo } from '../../testing/server'
import { addRow, createWorld, removeRow } from '../../testing/world'

const { path } = contract.${name}

const world = () => {
  const made = createWorld()
  for (const name of ['Alder', 'Brackwater']) addRow(made, '${name}', { name })
  return made
}
const open = async (address = '${page}') => {
  const app = await renderPage(address, { world: world() })
  await screen.findByText('Brackwater')
  return app
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string) => requestsTo(path).filter((request) => request.method === method)

describe('the ${words}', () => {
  it('[LIST-1, SHELL-3] are listed where the menu leads', async () => {
    await open()
    expect(menuEntries).toContainEqual(expect.objectContaining({ label: '${Words}', to: '${page}' }))
    expect(screen.getByRole('heading', { level: 1, name: '${Words}' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Alder' })).toHaveAttribute('href', '${page}/1')
  })

  it('[LIST-1, TRUST-28] are created in a dialog, which asks for the name', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Create ${heading}' }))
    const form = await dialog('Create ${heading}')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(form.getByLabelText('Name *')).toHaveAccessibleDescription('This field is required'),
    )
    await user.type(form.getByLabelText('Name *'), 'Cinder Hill')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Cinder Hill')).toBeVisible()
    expect(sent('POST')[0]?.headers.get('Idempotency-Key')).toMatch(/^\\w{16,}$/)
  })

  it('[OPE-5] have a page each, and are edited and deleted there', async () => {
    const { user, address, world: made } = await renderPage('${page}/2', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Brackwater' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = await dialog('Edit ${heading}')
    await user.type(form.getByLabelText('Name *'), ' & Sons')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Brackwater & Sons' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete ${heading}')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('${page}'))
    expect(made.tables.${name}).toHaveLength(1)
  })

  it('[TRUST-48] wait in the trash until they are restored', async () => {
    const made = world()
    removeRow(made, '${name}', 1)
    const { user } = await renderPage('/mpg/trash${page.replace('/mpg', '')}', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Restore Alder' }))
    await waitFor(() => expect(made.tables.${name}).toHaveLength(2))
  })

  it('[SHELL-9] are found by the palette', async () => {
    const { user } = await renderApp('${page}', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Search everything' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'brackw')
    expect(await screen.findByRole('option', { name: /^Brackwater/ })).toHaveAttribute('href', '${page}/2')
  })
})
`

/**
 * Inserts a line after the last import.
 * @param {string} text
 * @param {string} line
 */
function addImport(text, line) {
  const end = text.indexOf('\n', text.lastIndexOf('\nimport ') + 1)
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`
}

/**
 * Inserts a line at the end of the block that a line opens.
 * @param {string} text
 * @param {string} opening
 * @param {string} closing the beginning of the line after the block
 * @param {string} line
 */
function addEntry(text, opening, closing, line) {
  const start = text.indexOf(opening)
  const end = start < 0 ? -1 : text.indexOf(`\n${closing}`, start)
  if (end < 0) throw new Error(`There is no "${opening}" up to "${closing}".`)
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`
}

/**
 * Inserts a line before another one.
 * @param {string} text
 * @param {string} before
 * @param {string} line
 */
function addLine(text, before, line) {
  const at = text.lastIndexOf(`\n${before}\n`)
  if (at < 0) throw new Error(`There is no line "${before}".`)
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`
}

/**
 * Writes both sides of a resource with a name, and its entries in the registries.
 * @param {string} name in camel case and plural
 * @param {string} title of one record
 * @returns {Promise<string[]>} the written files
 */
async function writeResource(name, title = singularOf(name)) {
  if (!/^[a-z][a-zA-Z]+$/.test(name)) throw new Error(`"${name}" is no name in camel case.`)
  if (!/^[A-Z][a-z ]+$/.test(title)) throw new Error(`"${title}" is no title such as "Supply contract".`)
  const names = namesOf(name, title)
  if (existsSync(path.join(root, `src/contract/${name}.ts`))) throw new Error(`There is a "${name}" already.`)
  /** @type {import('oxfmt').FormatConfig} */
  const formatOptions = JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8'))
  /** @type {string[]} */
  const written = []
  /** @type {(file: string, text: string) => Promise<string>} */
  const write = async (file, text) => {
    const filepath = path.join(root, file)
    mkdirSync(path.dirname(filepath), { recursive: true })
    const { code, errors } = await format(filepath, text, formatOptions)
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
    writeFileSync(filepath, code)
    written.push(file)
    return code
  }
  /** @type {(file: string, edit: (text: string) => string) => Promise<string>} */
  const change = (file, edit) => write(file, edit(readFileSync(path.join(root, file), 'utf8')))

  const migrations = 'server/db/migrations'
  const numbers = readdirSync(path.join(root, migrations)).map((file) => Number(/^\d+/.exec(file)?.[0] ?? 0))
  const migration = `${String(Math.max(...numbers) + 1).padStart(3, '0')}-${names.words.replaceAll(' ', '-')}`

  await write(`src/contract/${name}.ts`, contractOf(names))
  const statements = await write(`${migrations}/${migration}.ts`, migrationOf(names))
  await write(`server/resources/${name}.ts`, declarationOf(names))
  await write(`server/resources/${name}.test.ts`, testOf(names))

  await write(`server/demo/${name}.ts`, demoOf(names))
  await write(`src/api/${name}Api.ts`, apiOf(names))
  await write(`src/resources/${name}/paths.ts`, pathsOf(names))
  await write(`src/resources/${name}/resource.ts`, viewOf(names))
  await write(`src/resources/${name}/parts.tsx`, partsOf(names))
  await write(`src/features/${name}/feature.ts`, featureOf(names))
  await write(`src/features/${name}/dialogs.tsx`, dialogsOf(names))
  await write(`src/features/${name}/ListPage.tsx`, listPageOf(names))
  await write(`src/features/${name}/DetailPage.tsx`, detailPageOf(names))
  await write(`src/features/${name}/ListPage.test.tsx`, pageTestOf(names))

  await change('src/contract/index.ts', (text) =>
    addEntry(
      addImport(text, `import { ${name} } from './${name}'`),
      'export const contract = {',
      '} as const',
      `  ${name},`,
    ),
  )
  await change(`${migrations}/index.ts`, (text) =>
    addEntry(
      addImport(text, `import { ${name} } from './${migration}'`),
      'export const migrationsFor',
      '})',
      `  '${migration}': { up: (db) => ${name}(db, kind) },`,
    ),
  )
  await change(`${migrations}/checksums.json`, (text) => {
    const checksum = createHash('sha256').update(statements).digest('hex')
    /** @type {Record<string, string>} */
    const checksums = { ...JSON.parse(text), [`${migration}.ts`]: checksum }
    const sorted = Object.entries(checksums).sort(([a], [b]) => (a < b ? -1 : 1))
    return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  })
  await change('server/resources/index.ts', (text) =>
    addEntry(
      addImport(text, `import { ${name} } from './${name}'`),
      'export const resources:',
      '}',
      `  ${name},`,
    ),
  )
  await change('server/testing/records.ts', (text) =>
    addEntry(text, 'const minimalBodies = {', '} as const', `  ${name}: requiredFields('${name}'),`),
  )
  await change('server/demo/tables.ts', (text) =>
    addEntry(
      addImport(text, `import { ${names.one}At, ${names.one}Count } from './${name}'`),
      'export const demoTables',
      ']',
      `  table(resources.${name}, fixed(${names.one}Count), ${names.one}At),`,
    ),
  )
  await change('src/resources/index.ts', (text) =>
    addLine(addImport(text, `import { ${name} } from './${name}/resource'`), '  users,', `  ${name},`),
  )
  await change('src/features/index.ts', (text) =>
    addLine(addImport(text, `import { ${name} } from './${name}/feature'`), '  trash,', `  ${name},`),
  )
  return written
}

const [, , name, title] = process.argv
if (!name) {
  console.error(
    'Usage: npm run new:resource -- NAME ["Title of one"], such as supplyContracts "Supply contract"',
  )
  process.exit(2)
}
try {
  const written = await writeResource(name, title)
  console.log(`${written.join('\n')}

Next, as docs/new-resource.md says:
- its fields in src/contract/${name}.ts, each with its column in the migration, before it lands
  (server/db/migrations/checksums.test.ts tells the new checksum), and with its demo data in server/demo/${name}.ts;
- its sentence in the API document and its rules in server/resources/${name}.ts;
- the labels of its fields, its columns, form and page in src/resources/${name}/parts.tsx, its icon and the text of its
  empty list in resource.ts beside it.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
