/** The stored contents of records, such as logos, of which a merge keeps one: the two records swap them, so that none is lost. */
import type { MergedResource } from '../../../src/contract/duplicatePairs'
import { anyTable, type Write } from '../../kit/context'
import { loadRecords } from '../../kit/read/records'
import { resourceOf } from '../../kit/registry'
import { audit } from '../../kit/write/audit'

/** The columns of each content. */
const contentColumns: Readonly<Record<MergedResource, Readonly<Record<string, readonly string[]>>>> = {
  organizations: { logo: ['logo_key', 'logo_size', 'logo_by'] },
  contacts: {
    crystal_profile: [
      ...['crystal_profile_key', 'crystal_profile_name'],
      ...['crystal_profile_size', 'crystal_profile_by'],
    ],
  },
}

export const isContent = (resource: MergedResource, field: string): boolean =>
  Object.hasOwn(contentColumns[resource], field)

/** A stored content by its columns: its key in the file store, its name and size, and for whom it counts. */
type Content = Readonly<Partial<Record<string, string | number | null>>>

async function contentOf(
  { db }: Write,
  resource: MergedResource,
  field: string,
  id: number,
): Promise<Content> {
  const { table, contract } = resourceOf(resource)
  const row = await anyTable(db)
    .selectFrom(table)
    .select([...(contentColumns[resource][field] ?? [])])
    .where(contract.idField, '=', id)
    .executeTakeFirstOrThrow()
  return row as Content
}

/** Gives each of two records the content of the other one. @returns that of the first one, before and after. */
export async function swapContents(
  write: Write,
  resource: MergedResource,
  field: string,
  [one, other]: readonly [number, number],
): Promise<{ before: Content; after: Content }> {
  const { table, contract } = resourceOf(resource)
  const records = () => loadRecords(write.db, resourceOf(resource), [one, other])
  const recordsBefore = await records()
  const before = await contentOf(write, resource, field, one)
  const after = await contentOf(write, resource, field, other)
  for (const [id, content] of [
    [one, after],
    [other, before],
  ] as const)
    await anyTable(write.db).updateTable(table).set(content).where(contract.idField, '=', id).execute()
  for (const [index, record] of (await records()).entries())
    await audit(write, {
      action: 'update',
      resource,
      recordId: record[contract.idField] as number,
      before: recordsBefore[index],
      after: record,
    })
  return { before, after }
}

/** Takes a swap back, where the first record still has what it got. @returns whether it has. */
export async function swapBack(
  write: Write,
  resource: MergedResource,
  field: string,
  records: readonly [number, number],
  after: unknown,
): Promise<boolean> {
  const now = await contentOf(write, resource, field, records[0])
  if (JSON.stringify(now) !== JSON.stringify(after)) return false
  await swapContents(write, resource, field, records)
  return true
}
