import { utimesSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Row } from '../../../src/contract'
import { allResources } from '../../kit/registry'
import { startApi, type TestApi } from '../../testing/api'
import { sendForm } from '../../testing/forms'
import { startS3, type TestS3 } from '../../testing/s3'
import { newKey, type FileStore } from '.'
import { sweepOrphans } from './sweep'

let s3: TestS3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

const keysOf = async (store: FileStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
const putOrphan = async (store: FileStore) => {
  const key = newKey()
  await store.put(key, Readable.from([Buffer.from('nobody’s')]))
  return key
}

async function withFileAndLogo(api: TestApi): Promise<void> {
  const { access } = await api.signIn()
  const organization = await sendForm<Row<'organizations'>>(
    api,
    access,
    ['POST', '/api/mpg/organizations/'],
    [
      { name: 'name', value: 'Larkfield' },
      { name: 'state', value: 'IL' },
      { name: 'logo', value: Buffer.from('GIF89a'), filename: 'x.gif' },
    ],
  )
  await sendForm(
    api,
    access,
    ['POST', '/api/mpg/file/'],
    [
      { name: 'file', value: 'x', filename: 'x' },
      { name: 'object_id', value: `organization-${organization.body.organization_id}` },
    ],
  )
}

test('[TRUST-21] contents without a row go; those of files and logos stay', async () => {
  const api = await startApi()
  try {
    const { files: store, database } = api.app
    // A database without any contents is more likely the wrong one.
    await database.db.deleteFrom('files').execute()
    const orphan = await putOrphan(store)
    expect(await sweepOrphans(store, database.scans, false)).toBe(0)
    expect(await keysOf(store)).toEqual([orphan])

    await withFileAndLogo(api)
    expect(await keysOf(store)).toHaveLength(3)
    expect(await sweepOrphans(store, database.scans, true)).toBe(0)
    const folder = path.join(api.app.config.dataDir, 'files')
    const longAgo = Date.now() / 1_000 - 3_601
    for (const key of await keysOf(store)) utimesSync(path.join(folder, key), longAgo, longAgo)
    const fresh = await putOrphan(store)
    expect(await sweepOrphans(store, database.scans, true)).toBe(1)
    expect(await keysOf(store)).toHaveLength(3)
    expect(await sweepOrphans(store, database.scans, false)).toBe(1)
    expect(await keysOf(store)).not.toContain(fresh)
  } finally {
    await api.close()
  }
})

test('[TRUST-21] in shared storage, what others may be uploading stays', async () => {
  const api = await startApi({ FILES_URL: s3.url() })
  try {
    await withFileAndLogo(api)
    await putOrphan(api.app.files)
    expect(await keysOf(api.app.files)).toHaveLength(3)
    expect(await sweepOrphans(api.app.files, api.database.scans, false)).toBe(0)
    // The storage would refuse a signature of tomorrow, so its contents are made older instead.
    const store: FileStore = {
      ...api.app.files,
      async *list() {
        for await (const { key } of api.app.files.list())
          yield { key, modifiedAt: () => Promise.resolve(new Date(Date.now() - 3_700_000)) }
      },
    }
    expect(await sweepOrphans(store, api.database.scans, false)).toBe(1)
    expect(await keysOf(api.app.files)).toHaveLength(2)
  } finally {
    await api.close()
  }
})

test('[FILE-3, TRUST-26] with storage elsewhere files work the same, and its refusals end no session', async () => {
  const api = await startApi({ FILES_URL: s3.url() })
  const locked = await startApi({ FILES_URL: s3.url('wrong') })
  try {
    for (const [server, status] of [
      [api, 201],
      [locked, 502],
    ] as const) {
      const { access } = await server.signIn()
      const deal = await server.asBroker<Row<'opportunities'>>('POST', '/api/mpg/opportunities/', {
        opportunity_name: 'Elsewhere',
      })
      const answer = await sendForm<Row<'files'> & { detail: string }>(
        server,
        access,
        ['POST', '/api/mpg/file/'],
        [
          { name: 'file', value: 'far away', filename: 'x' },
          { name: 'object_id', value: `opportunity-${deal.body.opportunity_id}` },
        ],
      )
      expect(answer.status).toBe(status)
      if (status === 502) {
        expect(answer.body.detail).toBe('The file storage does not answer. Try again in a moment.')
        expect(
          await server.database.db.selectFrom('files').select('size').where('filename', '=', 'x').execute(),
        ).toEqual([])
        continue
      }
      const link = answer.body.file ?? ''
      expect(await (await fetch(server.url + link)).text()).toBe('far away')
      expect((await server.asBroker('DELETE', `/api/mpg/file/${answer.body.file_id}/`)).status).toBe(204)
      expect((await fetch(server.url + link)).status).toBe(404)
    }
  } finally {
    await api.close()
    await locked.close()
  }
})

if (!process.env['TEST_DATABASE_URL'])
  test('[TRUST-23] to find what rows name, no table is read whole that grows with the installation', async () => {
    const api = await startApi()
    // All rows of files have a content, so that no index is needed.
    const others = allResources().filter(({ table }) => table !== 'files')
    const columns = others.flatMap(({ table, contents }) =>
      Object.values(contents).map((column) => [table, column] as const),
    )
    expect(columns).not.toEqual([])
    for (const [table, column] of columns) {
      const { rows } = await sql<{ detail: string }>`explain query plan
        select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
        api.database.db,
      )
      expect(rows.map(({ detail }) => detail)).toEqual([
        expect.stringContaining(`USING COVERING INDEX ${table}_by_${column} `),
      ])
    }
    await api.close()
  })
