/** The parts of an export of personal data, each read in portions (PRIV-1). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { contract, type ResourceName } from '../../../src/contract'
import { emailKey } from '../../../src/contract/emailKey'
import type { Field, Person } from '../../../src/contract/fields'
import type { OpenDatabase } from '../../db/dialects'
import { anyTable, type Caller } from '../../kit/context'
import { heldFields } from '../../kit/limits'
import { actorName } from '../../kit/read/fieldChanges'
import { namesOf } from '../../kit/read/names'
import { loadRecords, type ApiRecord } from '../../kit/read/records'
import { isResource, resourceOf } from '../../kit/registry'
import { isAbout } from '../erasures/sought'
import { holdsAny } from '../erasures/traces'
import { pathOf, type Subject } from './subject'

type Values = Readonly<Record<string, unknown>>

export interface Section {
  /** In `data.json`. */
  readonly name: string
  /** In the summary. */
  readonly title: string
  readonly read: () => AsyncIterable<readonly Values[]>
}

/** Records in memory at a time. */
const atOnce = 100

/** Records of a resource that meet a condition, those in the trash among them, by their ids. */
async function* recordsWhere(
  { scans }: OpenDatabase,
  name: ResourceName,
  condition: RawBuilder<SqlBool>,
): AsyncGenerator<ApiRecord[]> {
  const resource = resourceOf(name)
  const { idField } = resource.contract
  for (let last = 0; ;) {
    const rows = await anyTable(scans)
      .selectFrom(resource.table)
      .select(idField)
      .where(idField, '>', last)
      .where(condition)
      .orderBy(idField)
      .limit(atOnce)
      .execute()
    const ids = rows.map((row) => row[idField] as number)
    const end = ids.at(-1)
    if (end === undefined) return
    yield await loadRecords(scans, resource, ids)
    await nextTurn()
    last = end
  }
}

/** Fields with links to contents are left out: the contents are in the file. */
const plain = (name: ResourceName, record: ApiRecord): Values =>
  Object.fromEntries(
    Object.entries(record).filter(([key]) => {
      const field = (contract[name].fields as Readonly<Record<string, Field>>)[key]
      return field?.kind !== 'signedUrl'
    }),
  )

const listOf = (ids: readonly number[]) => sql.join(ids.map((id) => sql.lit(id)))

/** @param reader whose own mailbox is read. */
export function createSections(
  database: OpenDatabase,
  { ids, emails }: Subject,
  reader: Caller,
): readonly Section[] {
  const { scans } = database
  const isSought = ({ email }: Person) => emails.includes(emailKey(email))
  const ownedByContact = sql<SqlBool>`owner_type = 'contact' and owner_id in (${listOf(ids)})`
  const of = (
    name: ResourceName,
    condition: RawBuilder<SqlBool>,
    shown = (record: Values): Values => record,
  ) =>
    async function* () {
      for await (const records of recordsWhere(database, name, condition))
        yield records.map((record) => shown(plain(name, record)))
    }
  const none = sql<SqlBool>`1 = 0`
  return [
    {
      name: 'contacts',
      title: 'The contact, and those that were merged into it',
      read: of('contacts', sql<SqlBool>`contact_id in (${listOf(ids)})`),
    },
    {
      name: 'organizations',
      title: 'Links to organizations',
      read: async function* () {
        const links = recordsWhere(
          database,
          'organizationContacts',
          sql<SqlBool>`contact in (${listOf(ids)})`,
        )
        for await (const records of links) {
          const names = await namesOf(
            scans,
            resourceOf('organizations'),
            records.map((record) => record['organization'] as number),
          )
          yield records.map((record) => ({
            ...record,
            organization_name: names.get(record['organization'] as number) ?? null,
          }))
        }
      },
    },
    { name: 'notes', title: 'Notes', read: of('notes', ownedByContact) },
    {
      name: 'files',
      title: 'Files',
      read: of('files', ownedByContact, (record) => ({
        ...record,
        content: pathOf(String(record['file_id']), String(record['filename'])),
      })),
    },
    {
      name: 'meetings',
      title: 'Meetings',
      read: of(
        'activities',
        emails.length === 0
          ? none
          : sql<SqlBool>`id in (select activity from activity_participants where email in (${sql.join(emails)}))`,
        // The other participants are not the subject of the file.
        ({ participants, ...meeting }) => ({
          ...meeting,
          participants: (participants as Person[]).filter(isSought),
        }),
      ),
    },
    {
      name: 'messages',
      title: 'Messages in the mailbox of the user who has exported it',
      read: of(
        'messages',
        sql<SqlBool>`owner = ${sql.lit(reader.id)} and ${holdsAny(scans, ['from', 'to', 'cc', 'bcc'], emails)}`,
      ),
    },
    { name: 'audit', title: 'Entries of the audit', read: () => auditOf(database, ids) },
  ]
}

/** The values of an entry, but for those that its reader may not see (TEAM-6). */
function told({ resource }: { resource: string | null }, text: string | null): unknown {
  const values = JSON.parse(text ?? 'null') as Values | null
  const hidden = resource !== null && isResource(resource) ? heldFields(resourceOf(resource)) : []
  return values === null || hidden.length === 0
    ? values
    : Object.fromEntries(Object.entries(values).filter(([field]) => !hidden.includes(field)))
}

/** What the audit tells of the contact, and of what hangs on it. */
async function* auditOf({ scans }: OpenDatabase, ids: readonly number[]): AsyncGenerator<Values[]> {
  for (let last = 0; ;) {
    const entries = await scans
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.actor')
      .select(['audit.id', 'audit.at', 'audit.actor', 'audit.action', 'audit.resource', 'audit.record_id'])
      .select(['audit.before', 'audit.after', 'users.first_name', 'users.last_name', 'users.username'])
      .where('audit.id', '>', last)
      .where(isAbout(ids))
      .orderBy('audit.id')
      .limit(atOnce)
      .execute()
    const end = entries.at(-1)
    if (!end) return
    yield entries.map((entry) => ({
      id: entry.id,
      at: entry.at,
      actor: actorName(entry),
      action: entry.action,
      resource: entry.resource,
      record_id: entry.record_id,
      before: told(entry, entry.before),
      after: told(entry, entry.after),
    }))
    await nextTurn()
    last = end.id
  }
}
