/**
 * The keys of an installation: beside the embedded database they are in a file (kit/crypto/secrets.ts), in an archive
 * always in their table.
 */
import type { Config } from '../config'
import type { RowSource, SnapshotRow } from '../db/dialects/snapshot'
import { readKeyFile, writeKeyFile } from '../kit/crypto/secrets'

const table = 'installation_keys'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/** The rows of a database, with the keys that are beside it in their table. */
export function withKeys<Source extends RowSource>(source: Source, { databaseUrl, dataDir }: Place): Source {
  if (databaseUrl !== null) return source
  const kept = readKeyFile(dataDir)
  // Their order is all that is known of their age.
  const rows = kept
    .map((key, age) => ({ ...key, created_at: new Date(kept.length - age).toISOString() }))
    .sort((a, b) => (a.kid < b.kid ? -1 : 1))
  return {
    ...source,
    async *rows(of) {
      if (of.name !== table) yield* source.rows(of)
      else if (rows.length > 0)
        yield rows.map((row) => of.columns.map((column) => row[column as keyof typeof row]))
    },
  }
}

/** The keys of a source, newest first. */
async function keysOf(source: RowSource) {
  const of = source.tables.find(({ name }) => name === table)
  if (!of) return []
  const all: SnapshotRow[] = []
  for await (const rows of source.rows(of)) all.push(...rows)
  const value = (row: SnapshotRow, column: string) => String(row[of.columns.indexOf(column)])
  return all
    .sort((a, b) => (value(a, 'created_at') < value(b, 'created_at') ? 1 : -1))
    .map((row) => ({ kid: value(row, 'kid'), key: value(row, 'key') }))
}

/**
 * Puts the keys of a source beside an embedded database, in two steps: the first, before the database is replaced,
 * leaves the old keys behind the new ones, so that a process that dies in between leaves nothing unreadable.
 * @returns the second step.
 */
export async function placeKeys(source: RowSource, { databaseUrl, dataDir }: Place): Promise<() => void> {
  if (databaseUrl !== null) return () => undefined
  const keys = await keysOf(source)
  const known = new Set(keys.map(({ kid }) => kid))
  const old = readKeyFile(dataDir).filter(({ kid }) => !known.has(kid))
  if (keys.length === 0) return () => undefined
  writeKeyFile(dataDir, [...keys, ...old])
  return () => writeKeyFile(dataDir, keys)
}

/** Whether the rows of a table go somewhere else than into the table. */
export const isPlacedElsewhere = (name: string, { databaseUrl }: Place): boolean =>
  name === table && databaseUrl === null
