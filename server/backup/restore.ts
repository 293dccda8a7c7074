/** Restores an archive into an empty place (docs/decisions/031-backups.md). */
import { marketDay } from '../../src/contract/gas/calendar'
import { StartError, type Config } from '../config'
import { nowOf } from '../db/clock'
import { isFilled, openLoad, openSnapshot, type OpenDatabase } from '../db/dialects'
import type { RowSource } from '../db/dialects/snapshot'
import type { FileStore } from '../ports/files'
import { openFileStore } from '../ports/files/open'
import type { ListedErasure } from '../resources/erasures/kept'
import { fileEntry, tableEntry, type Manifest } from './archive/manifest'
import type { ArchiveReader } from './archive/read'
import { rowsOf } from './archive/rows'
import { isPlacedElsewhere, placeKeys } from './keys'
import { load } from './load'
import { findFaults } from './verify'

export interface RestoreOptions {
  /** Whether what is in the place may be replaced. */
  force: boolean
  /** Whether mail that was queued as the backup was made is sent again. */
  sendQueued: boolean
  /** Erasures that are known from elsewhere, beside those of the database that is replaced. */
  erasures: readonly ListedErasure[]
}

export interface Restored {
  rows: number
  files: number
  /** Queued mail and invitations that are not sent. */
  dropped: number
  /** Contacts that were erased since the backup: the next start of a server erases them again. */
  erasedAgain: number
  /** Whether it is known at all what was erased since. */
  isListed: boolean
}

/**
 * Checks the archive, stores its files, and puts its rows in the place of the database, all at once: a process that dies
 * before leaves the place as it was, with files that no row names. The data directory is locked by this process.
 * @throws StartError for a damaged archive, a filled place, or one that servers use.
 */
export async function restore(
  config: Config,
  archive: ArchiveReader,
  { force, sendQueued, erasures }: RestoreOptions,
): Promise<Restored> {
  await refuseFilled(config, force)
  const faults = await findFaults(archive)
  if (faults.length > 0) throw new StartError(`The backup is damaged:\n${faults.join('\n')}`)
  const known = await erasuresIn(config)
  const target = await openLoad(config)
  try {
    const source = rowsIn(archive)
    const rows = await load(source, target, (table) => isPlacedElsewhere(table, config))
    const dropped = await forgetTransient(target.database, config.marketTimeZone, sendQueued)
    const erasedAgain = await eraseAgain(target.database, [...(known ?? []), ...erasures])
    await auditRestore(target.database, archive.manifest)
    await restoreFiles(openFileStore(config), archive)
    const dropOldKeys = await placeKeys(source, config)
    await target.commit()
    dropOldKeys()
    const isListed = known !== null || erasures.length > 0
    return { rows, files: archive.manifest.files.length, dropped, erasedAgain, isListed }
  } finally {
    await target.close()
  }
}

/** The erasures that the database knows which is about to be replaced; null where none can be read. */
async function erasuresIn(config: Config): Promise<ListedErasure[] | null> {
  if (!(await isFilled(config))) return null
  try {
    const snapshot = await openSnapshot(config)
    try {
      const table = snapshot.tables.find(({ name }) => name === 'erasures')
      if (!table) return null
      const listed: ListedErasure[] = []
      for await (const rows of snapshot.rows(table))
        for (const row of rows) {
          const at = (name: string) => row[table.columns.indexOf(name)]
          listed.push({
            contacts: JSON.parse(String(at('contacts'))) as number[],
            requested_at: new Date(String(at('requested_at'))).toISOString(),
            reason: String(at('reason')),
          })
        }
      return listed
    } finally {
      await snapshot.close()
    }
  } catch {
    // It is damaged.
    return null
  }
}

/**
 * Has contacts erased again that were erased since the backup. One that the backup does not have was made after it.
 * @returns how many.
 */
async function eraseAgain({ db }: OpenDatabase, listed: readonly ListedErasure[]): Promise<number> {
  let count = 0
  for (const { contacts, requested_at, reason } of listed) {
    const there = await db
      .selectFrom('contacts')
      .select('contact_id')
      .where('contact_id', 'in', contacts)
      .where('created_at', '<=', requested_at)
      .execute()
    for (const { contact_id: contact } of there) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('erasures')
        .values({ contact, contacts: JSON.stringify([contact]), reason, requested_at, state: 'waiting' })
        .onConflict((conflict) => conflict.column('contact').doNothing())
        .executeTakeFirstOrThrow()
      count += Number(numInsertedOrUpdatedRows ?? 0)
    }
  }
  return count
}

/** @throws StartError for a place with a database, unless it may be replaced. */
export async function refuseFilled(place: Parameters<typeof isFilled>[0], force: boolean): Promise<void> {
  if (force || !(await isFilled(place))) return
  const name = place.databaseUrl === null ? `DATA_DIR "${place.dataDir}"` : 'DATABASE_URL'
  throw new StartError(`${name}: there is a database already; with --force it is replaced.`)
}

const rowsIn = (archive: ArchiveReader): RowSource => {
  const { database, migrations, tables } = archive.manifest
  return {
    kind: database,
    migrations,
    tables: tables.map(({ name, columns, last_id }: Manifest['tables'][number]) => ({
      name,
      columns,
      lastId: last_id,
    })),
    async *rows({ name, columns }) {
      yield* rowsOf(await archive.read(tableEntry(name)), columns.length)
    },
  }
}

async function restoreFiles(store: FileStore, archive: ArchiveReader): Promise<void> {
  // Those of an interrupted restore.
  await store.clearUnfinished()
  for (const { key } of archive.manifest.files) await store.put(key, await archive.read(fileEntry(key)))
}

/** The end of a history that others may have seen to go on. */
async function auditRestore({ db }: OpenDatabase, { created_at, product }: Manifest): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at: nowOf(db).toISOString(),
      action: 'restored',
      resource: 'backup',
      after: JSON.stringify({ created_at, product }),
    })
    .execute()
}

/**
 * Removes what must not live again. Sessions: those ended since the backup would be open, and API tokens good again that
 * were revoked since; recovery codes that were used since would be unused. Mail that was waiting has
 * been sent since, mostly, and so has the morning's.
 * @returns how many messages and invitations are not sent.
 */
async function forgetTransient({ db }: OpenDatabase, timeZone: string, sendQueued: boolean): Promise<number> {
  for (const table of [
    'mail_requests',
    'mail_grants',
    'refresh_tokens',
    'sessions',
    'password_resets',
    'recovery_codes',
  ] as const)
    await db.deleteFrom(table).execute()
  await db
    .updateTable('api_tokens')
    .set({ revoked_at: nowOf(db).toISOString(), revoked_for: 'restore' })
    .where('revoked_at', 'is', null)
    .execute()
  await db
    .updateTable('notification_digests')
    .set({ sent_on: marketDay(nowOf(db).toISOString(), timeZone) })
    .where('sent_on', 'is not', null)
    .execute()
  if (sendQueued) return 0
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_at: null })
    .where('state', '=', 'pending')
    .execute()
  let dropped = 0n
  for (const table of ['outbox', 'invitation_outbox'] as const)
    dropped += (await db.deleteFrom(table).executeTakeFirstOrThrow()).numDeletedRows
  return Number(dropped)
}
