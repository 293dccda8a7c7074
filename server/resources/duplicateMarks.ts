/** Has records compared with others, in the transaction of what changes what they have in common (DUP-1). */
import { sql } from 'kysely'
import type { Row } from '../../src/contract'
import type { MergedResource } from '../../src/contract/duplicatePairs'
import { anyTable, type Write } from '../kit/context'
import { forAll } from '../kit/write/batch'
import type { Changes } from '../kit/declaration'
import { resourceOf } from '../kit/registry'

/** Has records compared with others, once the write is committed. */
export async function markForDuplicates(
  write: Write,
  resource: MergedResource,
  records: readonly (number | null | undefined)[],
): Promise<void> {
  const marks = records.flatMap((record) => (record ? [{ resource, record_id: record }] : []))
  if (marks.length > 0) await forAll(write, storeMarks, marks)
}

async function storeMarks(
  { db }: Write,
  marks: readonly { resource: MergedResource; record_id: number }[],
): Promise<void> {
  const each = new Map(marks.map((mark) => [`${mark.resource} ${mark.record_id}`, mark]))
  await db
    .insertInto('duplicate_marks')
    .values([...each.values()])
    .execute()
}

/** The rule of a resource that has a record compared where one of some fields has changed. */
export const duplicatesMarkedBy =
  <N extends MergedResource>(resource: N, names: readonly (keyof Changes<N> & keyof Row<N>)[]) =>
  async (
    write: Write,
    id: number,
    { values, before }: { values: Changes<N>; before: Row<N> | null },
  ): Promise<void> => {
    const hasChanged = (name: keyof Changes<N> & keyof Row<N>, known: Row<N>) => {
      const value: unknown = values[name]
      return value !== undefined && value !== known[name]
    }
    if (before === null || names.some((name) => hasChanged(name, before)))
      await markForDuplicates(write, resource, [id])
  }

/** The organizations of an address, by whose city they are told apart. */
export const markOrganizationsOf = (write: Write, address: number): Promise<void> =>
  forAll(write, markOrganizations, [address])

const markOrganizations = ({ db }: Write, addresses: readonly number[]) =>
  sql`insert into duplicate_marks (resource, record_id)
    select distinct 'organizations', organization from organization_addresses
    where address in (${sql.join(addresses)}) and deleted_at is null`.execute(db)

/**
 * What follows when a record goes to the trash or comes back: it is no duplicate of others until it is compared again,
 * and no longer merged into another one.
 */
export async function leaveMerge(write: Write, resource: MergedResource, id: number): Promise<void> {
  await forAll(write, leaveMerges, [{ resource, id }])
  await markForDuplicates(write, resource, [id])
}

async function leaveMerges(
  { db }: Write,
  left: readonly { resource: MergedResource; id: number }[],
): Promise<void> {
  for (const resource of new Set(left.map((one) => one.resource))) {
    const ids = left.flatMap((one) => (one.resource === resource ? [one.id] : []))
    const { table, contract } = resourceOf(resource)
    await anyTable(db)
      .updateTable(table)
      .set({ merged_into: null })
      .where(contract.idField, 'in', ids)
      .where('merged_into', 'is not', null)
      .execute()
    const pairs = () =>
      db
        .selectFrom('duplicate_pairs')
        .select('pair_id')
        .where('resource', '=', resource)
        .where(({ or, eb }) => or([eb('low', 'in', ids), eb('high', 'in', ids)]))
    await db
      .deleteFrom('duplicate_pairs')
      .where('dismissed_at', 'is', null)
      .where('pair_id', 'in', pairs())
      .execute()
    await db.updateTable('duplicate_pairs').set({ score: 0 }).where('pair_id', 'in', pairs()).execute()
  }
}
