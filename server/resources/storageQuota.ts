/** Storage quotas of contents (TRUST-19): files, those of messages, logos of organizations, and Crystal profiles. */
import type { FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Config } from '../config'
import type { Tables } from '../db/tables'
import { requireExclusive, type Write } from '../kit/context'
import { ApiError } from '../kit/errors'
import { storageFull } from '../ports/files'

export type Quotas = Pick<Config, 'filesQuota' | 'filesQuotaPerUser'>

/** The columns with sizes of contents, in bytes, and with their owners; an index of both gives the sum. */
const kept: readonly { table: string; size: string; by: string; once?: string }[] = [
  { table: 'files', size: 'size', by: 'created_by' },
  { table: 'organizations', size: 'logo_size', by: 'logo_by' },
  { table: 'contacts', size: 'crystal_profile_size', by: 'crystal_profile_by' },
  { table: 'outbox', size: 'content_size', by: 'author' },
  // The copies of a message share one content, which counts once.
  { table: 'message_attachments', size: 'size', by: 'stored_by', once: 'storage_key' },
]

/**
 * Makes the write exclusive where there is a quota: other writes must not add contents meanwhile.
 * @throws ApiError 413 or 507 where the contents of one user, or of all, would exceed a quota.
 */
export async function checkStorageQuota(write: Write, size: number, quotas: Quotas): Promise<void> {
  const { filesQuota, filesQuotaPerUser } = quotas
  if (filesQuota !== null || filesQuotaPerUser !== null) requireExclusive(write)
  await assertWithinQuota(write.db, write.actor, size, quotas)
}

/**
 * Checks before a content of any length is received: one that cannot be stored need not be sent.
 * @throws ApiError as checkStorageQuota does.
 */
export const checkStorageQuotaEarly = ({
  caller,
  server: { database, config },
}: FastifyRequest): Promise<void> => assertWithinQuota(database.db, caller.id, 1, config)

async function assertWithinQuota(
  db: Kysely<Tables>,
  owner: number | null,
  size: number,
  { filesQuota, filesQuotaPerUser }: Quotas,
): Promise<void> {
  if (filesQuota !== null && (await bytesKept(db, null)) + size > filesQuota) throw storageFull()
  if (filesQuotaPerUser !== null && (await bytesKept(db, owner)) + size > filesQuotaPerUser)
    throw new ApiError(413, 'quota_reached', 'Your files take up all the room that you have.')
}

/** @param by null: all users. */
async function bytesKept(db: Kysely<Tables>, by: number | null): Promise<number> {
  const sums = kept.map(({ table, size, by: owner, once }) => {
    const whose = by === null ? sql`` : sql` and ${sql.ref(owner)} = ${by}`
    const sizes =
      once === undefined
        ? sql`${sql.table(table)} where ${sql.ref(size)} is not null${whose}`
        : sql`(select distinct ${sql.ref(once)}, ${sql.ref(size)} from ${sql.table(table)} where ${sql.ref(once)} is not null${whose}) as kept_once`
    return sql`(select coalesce(sum(${sql.ref(size)}), 0) from ${sizes})`
  })
  const { rows } = await sql<{
    bytes: number
  }>`select cast(${sql.join(sums, sql` + `)} as bigint) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
