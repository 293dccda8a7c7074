/** The file with all that is known of a contact (PRIV-1), written as it is read. */
import { Readable } from 'node:stream'
import { keepingLimits } from '../../db/rowLimits'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import type { OpenDatabase } from '../../db/dialects'
import type { Caller } from '../../kit/context'
import { anyTable } from '../../kit/context'
import { isMissing } from '../../ports/files'
import { createSections, type Section } from './sections'
import { pathOf, type Subject } from './subject'
import { summaryOf } from './summary'

interface Reading {
  /** Whose mailbox is read, beside what all users see. */
  readonly reader: Caller
  readonly at: Date
}

/** Texts of the file together, as JSON: an object with a list for each section, whose records come one by one. */
async function* jsonOf(
  about: Readonly<Record<string, unknown>>,
  sections: readonly Section[],
  counts: Map<string, number>,
): AsyncGenerator<string> {
  yield `{\n"about": ${JSON.stringify(about)}`
  for (const { name, read } of sections) {
    yield `,\n"${name}": [`
    let count = 0
    for await (const records of read())
      for (const record of records) yield `${count++ === 0 ? '' : ','}\n${JSON.stringify(record)}`
    counts.set(name, count)
    yield '\n]'
  }
  yield '\n}\n'
}

/** Contents that hang on the contact: what they are called in the file, and where they lie in the file store. */
async function* contentsOf(
  { scans }: OpenDatabase,
  { ids }: Subject,
): AsyncGenerator<{ path: string; key: string }> {
  const profiles = await scans
    .selectFrom('contacts')
    .select(['contact_id', 'crystal_profile_key', 'crystal_profile_name'])
    .where('contact_id', 'in', ids)
    .execute()
  for (const { contact_id, crystal_profile_key: key, crystal_profile_name: name } of profiles)
    if (key !== null) yield { path: pathOf(`profile-${contact_id}`, name ?? 'profile'), key }
  for (let last = 0; ;) {
    const files = await anyTable(scans)
      .selectFrom('files')
      .select(['file_id', 'filename', 'storage_key'])
      .where('owner_type', '=', 'contact')
      .where('owner_id', 'in', ids)
      .where('file_id', '>', last)
      .orderBy('file_id')
      .limit(1)
      .execute()
    const [file] = files
    if (!file) return
    last = file['file_id'] as number
    yield { path: pathOf(String(last), String(file['filename'])), key: String(file['storage_key']) }
  }
}

/**
 * The file: a summary to read, `data.json`, and the contents of files. One entry is written after the other, as fast as the client
 * takes them.
 */
export function personalDataFile(
  { database, files: store, log }: FastifyInstance,
  subject: Subject,
  { reader, at }: Reading,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const sections = createSections(database, subject, reader)
  const counts = new Map<string, number>()
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const about = {
    contact: subject.ids[0],
    exported_at: at.toISOString(),
    exported_by: reader.username,
    not_included: notIncluded,
  }
  const open: Readable[] = []
  const add = (path: string, content: () => Promise<Readable>) =>
    new Promise<void>((resolve, reject) => {
      zip.addReadStreamLazy(path, { mtime: at }, (start) => {
        content().then((stream) => {
          open.push(stream)
          stream.once('error', reject)
          stream.once('end', resolve)
          stream.once('close', resolve)
          start(null, stream)
        }, reject)
      })
    })
  const json = keepingLimits(jsonOf(about, sections, counts))
  const write = async () => {
    await add('data.json', () => Promise.resolve(Readable.from(json, { objectMode: false })))
    for await (const { path, key } of contentsOf(database, subject)) {
      if (output.destroyed) return
      const content = await store.read(key).catch((err: unknown) => {
        if (!isMissing(err)) throw err
        log.error({ err, key }, 'a content is missing')
        return null
      })
      if (content) await add(path, () => Promise.resolve(content))
    }
    zip.addBuffer(Buffer.from(summaryOf(subject, about, sections, counts)), 'README.txt', { mtime: at })
    zip.end()
  }
  output.once('close', () => {
    for (const stream of open) stream.destroy()
  })
  write().catch(fail)
  return output
}

/** What the file says that it does not have. */
export const notIncluded = [
  'Messages in the mailboxes of other users, and their address books: they are private to these users.',
  'Free texts about others that mention the person, such as notes on organizations and descriptions of tasks.',
  'Deals, quotes and contracts: they name organizations, not persons.',
  'Consents: none are kept.',
  'Backups, logs, and what outside services keep: mail providers and Crystal.',
]
