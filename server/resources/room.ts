/** How much room stored contents may take up (TRUST-19): files, logos of organizations, and Crystal profiles. */
import type { FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Config } from '../config'
import type { Tables } from '../db/tables'
import { goAlone, type Write } from '../kit/context'
import { ApiError } from '../kit/errors'
import { storageFull } from '../ports/files'

export type Quotas = Pick<Config, 'filesQuota' | 'filesQuotaPerUser'>

/** Where sizes of contents stand, in bytes, and whose they are; an index of these two tells the sum. */
const kept = [
  { table: 'files', size: 'size', by: 'created_by' },
  { table: 'organizations', size: 'logo_size', by: 'logo_by' },
  { table: 'contacts', size: 'crystal_profile_size', by: 'crystal_profile_by' },
]

/**
 * Others write no contents until this write ends, where there is a quota: what they take up counts.
 * @throws ApiError 413 or 507 where the contents of one user, or all of them, would take more room than they may.
 */
export async function checkRoom(write: Write, size: number, quotas: Quotas): Promise<void> {
  const { filesQuota, filesQuotaPerUser } = quotas
  if (filesQuota !== null || filesQuotaPerUser !== null) goAlone(write)
  await findRoom(write.db, write.actor, size, quotas)
}

/**
 * Looks before a content of any length is received: what could not be kept need not come at all.
 * @throws ApiError as checkRoom does.
 */
export const checkRoomAhead = ({ caller, server: { database, config } }: FastifyRequest): Promise<void> =>
  findRoom(database.db, caller.id, 1, config)

async function findRoom(
  db: Kysely<Tables>,
  owner: number | null,
  size: number,
  { filesQuota, filesQuotaPerUser }: Quotas,
): Promise<void> {
  if (filesQuota !== null && (await bytesKept(db, null)) + size > filesQuota) throw storageFull()
  if (filesQuotaPerUser !== null && (await bytesKept(db, owner)) + size > filesQuotaPerUser)
    throw new ApiError(413, 'quota_reached', 'Your files take up all the room that you have.')
}

/** @param by null: whoever they are of. */
async function bytesKept(db: Kysely<Tables>, by: number | null): Promise<number> {
  const sums = kept.map(({ table, size, by: owner }) => {
    const whose = by === null ? sql`` : sql` and ${sql.ref(owner)} = ${by}`
    return sql`(select coalesce(sum(${sql.ref(size)}), 0) from ${sql.table(table)} where ${sql.ref(size)} is not null${whose})`
  })
  const { rows } = await sql<{
    bytes: number
  }>`select cast(${sql.join(sums, sql` + `)} as bigint) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
