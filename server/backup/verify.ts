/** Checks an archive against its manifest: that all entries are there and unchanged, and that their rows can be read. */
import { Readable } from 'node:stream'
import { reasonOf } from '../db/lock'
import { contentColumns } from '../ports/files/sweep'
import { createDigest } from './archive/digest'
import { fileEntry, tableEntry, type Digest, type Manifest } from './archive/manifest'
import type { ArchiveReader } from './archive/read'
import { rowsOf } from './archive/rows'

/** Faults that are listed at most. */
const maxFaults = 20

/** @returns what is wrong, each in one sentence; nothing where all is well. */
export async function findFaults(archive: ArchiveReader): Promise<string[]> {
  const { manifest } = archive
  const faults: string[] = []
  const kept = new Set([...manifest.files.map(({ key }) => key), ...manifest.missing_files])
  const expected = new Set([
    ...manifest.tables.map(({ name }) => tableEntry(name)),
    ...manifest.files.map(({ key }) => fileEntry(key)),
  ])
  for (const name of archive.names) if (!expected.has(name)) faults.push(`${name} is not in the manifest.`)
  for (const table of manifest.tables) {
    const name = tableEntry(table.name)
    faults.push(...(await faultsOf(archive, name, table, (content) => checkRows(content, table, kept))))
  }
  for (const file of manifest.files) {
    faults.push(...(await faultsOf(archive, fileEntry(file.key), file, readThrough)))
    if (faults.length >= maxFaults) break
  }
  return faults.slice(0, maxFaults)
}

async function faultsOf(
  archive: ArchiveReader,
  name: string,
  expected: Digest,
  check: (content: Readable) => Promise<string | null>,
): Promise<string[]> {
  try {
    const digest = createDigest()
    const content = Readable.from(digest.through(await archive.read(name)), { objectMode: false })
    const fault = await check(content)
    const { size, sha256 } = digest.result()
    if (size !== expected.size || sha256 !== expected.sha256)
      return [`${name} is not what was written: its hash differs.`]
    return fault === null ? [] : [`${name} ${fault}.`]
  } catch (error) {
    return [`${name} cannot be read: ${reasonOf(error)}`]
  }
}

async function readThrough(content: Readable): Promise<null> {
  for await (const chunk of content) void chunk
  return null
}

/** Whether the rows are as many as they should be, and name only contents that are there or known to be missing. */
async function checkRows(
  content: Readable,
  { name, columns, rows }: Manifest['tables'][number],
  kept: ReadonlySet<string>,
): Promise<string | null> {
  const naming = contentColumns()
    .filter((column) => column.table === name)
    .map(({ column }) => columns.indexOf(column))
  let found = 0
  let absent: string | undefined
  for await (const some of rowsOf(content, columns.length)) {
    found += some.length
    for (const row of some)
      for (const place of naming) {
        const key = row[place]
        if (typeof key === 'string' && !kept.has(key)) absent ??= key
      }
  }
  if (found !== rows) return `holds ${found} rows instead of ${rows}`
  return absent === undefined ? null : `names the file ${absent}, which is not there`
}
