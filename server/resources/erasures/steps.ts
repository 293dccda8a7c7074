/**
 * What erases the traces of a contact, step by step (docs/decisions/037-erasing-contacts.md): copies of its values beside the
 * records themselves. Each step goes through its table a portion at a time.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { emailKey } from '../../../src/contract/emailKey'
import { erasedName } from '../../../src/contract/erasures'
import type { Person } from '../../../src/contract/fields'
import { emptyingEntry, emptyRows, sealAll } from '../../db/auditChain'
import type { OpenDatabase } from '../../db/dialects'
import { chunks } from '../../kit/chunks'
import { anyTable, type Write } from '../../kit/context'
import { resourceOf } from '../../kit/registry'
import { audit } from '../../kit/write/audit'
import { refreshDerived } from '../../kit/write/derive'
import { addChangeNotice } from '../../kit/write/notices'
import { forgetNotified } from '../../kit/write/notifications'
import { deleteCascaded } from '../../kit/write/trash'
import { participantKeys } from '../activities'
import { refreshAddresses } from '../messageAddresses'
import { eraseImportRows, mayBeImportRow } from './importRows'
import type { Erasing, KeptErasure } from './kept'
import { inPeople, isShared, isSought, peopleIn } from './people'
import type { Keyed, Portion } from './portions'
import { isAbout, isOwnEntry, listOf, type Sought } from './sought'
import { hasTrace, holdsAny, mayHoldTrace, mentionsTrace, traceKeys } from './traces'

export interface Step {
  /** Before the first portion, outside its transaction. */
  readonly before?: (database: OpenDatabase) => Promise<void>
  /** Erases the traces in a portion of a table, which it goes through. */
  readonly portion?: Keyed & {
    /** What finds the rows that may be traces, where that takes a look at texts; it is read outside the transaction. */
    mayBeTrace?: (db: Write['db'], erasing: Erasing) => RawBuilder<SqlBool>
    erase: (write: Write, erasing: Erasing, isIn: Portion['isIn']) => Promise<void>
  }
  /** Erases some of the traces, which it finds by an index. @returns whether there may be more. */
  readonly some?: (write: Write, erasing: Erasing) => Promise<boolean>
}

const mayBeMeeting = (db: Write['db'], { sought }: Erasing) =>
  holdsAny(db, ['participants'], inPeople(sought))

/**
 * Takes it out of the participants of meetings. No pseudonym takes its place, as the others are written to when a meeting
 * changes.
 */
async function leaveMeetings(
  write: Write,
  { erasure, sought }: Erasing,
  isIn: Portion['isIn'],
): Promise<void> {
  const { db } = write
  const resource = resourceOf('activities')
  const found = await db
    .selectFrom('activities')
    .select(['id', 'participants', 'deleted_at'])
    .where(isIn)
    .orderBy('id')
    .execute()
  const is = isSought(sought)
  for (const { id, participants, deleted_at } of found) {
    const people = peopleIn(participants)
    const others = people.filter((person) => !is(person))
    if (others.length === people.length) continue
    const left = participantKeys(people.filter(is)).filter((key) => !participantKeys(others).includes(key))
    await anyTable(db)
      .updateTable('activities')
      .set(({ eb }) => ({ participants: JSON.stringify(others), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    if (left.length > 0)
      await db
        .deleteFrom('activity_participants')
        .where('activity', '=', id)
        .where('email', 'in', left)
        .execute()
    await refreshDerived(db, resource, [id])
    await tell(write, erasure, 'activities', id)
    if (deleted_at === null) addChangeNotice(write, resource, 'updated', id)
  }
}

const tell = (
  write: Write,
  { erasure_id }: KeptErasure,
  resource: 'activities' | 'messages',
  recordId: number,
): Promise<void> => audit(write, { action: 'erase', resource, recordId, after: { erasure_id } })

const peopleColumns = ['from', 'to', 'cc', 'bcc'] as const

const mayBeMessage = (db: Write['db'], { sought }: Erasing) => holdsAny(db, peopleColumns, inPeople(sought))

/**
 * Deletes the messages that it has written, or that went to no others. Of those that went to others, too, it is replaced among
 * the people.
 */
async function eraseMessages(
  write: Write,
  { erasure, sought }: Erasing,
  isIn: Portion['isIn'],
): Promise<void> {
  const { db } = write
  const resource = resourceOf('messages')
  const found = await db
    .selectFrom('messages')
    .select(['id', 'owner', 'deleted_at', ...peopleColumns])
    .where(isIn)
    .orderBy('id')
    .execute()
  const is = isSought(sought)
  for (const { id, owner, deleted_at, ...message } of found) {
    const people = Object.fromEntries(peopleColumns.map((name) => [name, peopleIn(message[name])]))
    const recipients = [...(people['to'] ?? []), ...(people['cc'] ?? []), ...(people['bcc'] ?? [])]
    const senders = people['from'] ?? []
    // Those of an email that others have get the id of the first of them, whichever has written.
    const wrote = senders.some((person) => is(person) && !isShared(sought, person))
    if (![...senders, ...recipients].some(is)) continue
    const isGone = wrote || (recipients.length > 0 && recipients.every(is))
    if (isGone) {
      await deleteCascaded(write, resource, [id])
      await forgetNotified(anyTable(db), resource, [id])
      await db.deleteFrom('messages').where('id', '=', id).execute()
    } else {
      const replaced = Object.entries(people).map(([name, list]) => [
        name,
        JSON.stringify(list.map((person) => (is(person) ? pseudonymOf(erasure) : person))),
      ])
      await anyTable(db)
        .updateTable('messages')
        .set(Object.fromEntries(replaced) as Record<string, string>)
        .where('id', '=', id)
        .execute()
      await refreshDerived(db, resource, [id])
      await refreshAddresses(db, id)
    }
    await tell(write, erasure, 'messages', id)
    if (deleted_at === null) addChangeNotice(write, resource, isGone ? 'deleted' : 'updated', id, {}, owner)
  }
}

/** Entries of address books deleted by one statement. */
const entriesAtOnce = 500

const pseudonymOf = ({ contact }: KeptErasure): Person => ({
  id: null,
  email: `erased-contact-${contact}@erased.invalid`,
  first_name: null,
  last_name: erasedName(contact),
})

/**
 * Address books, and mail and invitations that wait to be sent. Mail that goes to others, too, is still sent to these: who else
 * was written to stands in its content until then.
 */
async function eraseMail(write: Write, { sought }: Erasing): Promise<boolean> {
  const { db, discarded } = write
  await eraseBooks(db, sought)
  const mail = await db
    .selectFrom('outbox')
    .select(['id', 'recipients', 'content_key'])
    .where(holdsAny(db, ['recipients'], sought.emails))
    .execute()
  for (const { id, recipients, content_key: key } of mail) {
    const all = recipients.split('\n')
    const others = all.filter((email) => !sought.emails.includes(emailKey(email)))
    if (others.length === all.length) continue
    if (others.length > 0) {
      await db
        .updateTable('outbox')
        .set({ recipients: others.join('\n') })
        .where('id', '=', id)
        .execute()
      continue
    }
    await db.deleteFrom('outbox').where('id', '=', id).execute()
    if (key !== null) discarded.push(key)
  }
  const invitations = await db
    .selectFrom('invitation_outbox')
    .select(['id', 'before', 'after'])
    .where(holdsAny(db, ['before', 'after'], inPeople(sought)))
    .execute()
  for (const { id, before, after } of invitations)
    await db
      .updateTable('invitation_outbox')
      .set({ before: withoutParticipant(before, sought), after: withoutParticipant(after, sought) })
      .where('id', '=', id)
      .execute()
  return false
}

/** Deletes it from the address books of users, whose ids are others than those of contacts. */
async function eraseBooks(db: Write['db'], sought: Sought): Promise<void> {
  const keys = [...sought.emails, ...(sought.sharedEmails ?? [])]
  if (keys.length === 0) return
  const found = await db
    .selectFrom('mail_contacts')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('mail_key', 'in', keys)
    .execute()
  const entries = found.filter((entry) => isSought(sought)({ ...entry, id: null })).map(({ id }) => id)
  for (const some of chunks(entries, entriesAtOnce))
    await db.deleteFrom('mail_contacts').where('id', 'in', some).execute()
}

function withoutParticipant(text: string | null, sought: Sought): string | null {
  if (text === null) return null
  const event = JSON.parse(text) as { participants?: unknown }
  const participants = peopleIn(event.participants).filter((person) => !isSought(sought)(person))
  return JSON.stringify({ ...event, participants })
}

/** Values before bulk changes. */
async function eraseBulkRecords({ db }: Write, { sought }: Erasing, isIn: Portion['isIn']): Promise<void> {
  await db
    .updateTable('bulk_change_records')
    .set({ before: null })
    .where(isIn)
    .where('record_id', 'in', sought.contacts)
    .where('before', 'is not', null)
    .where(
      'bulk_change_id',
      'in',
      db.selectFrom('bulk_changes').select('bulk_change_id').where('list', '=', 'contacts'),
    )
    .execute()
}

/** Whether a bulk change was of the contact alone: its value tells what the contact had, also where others have the same. */
const isOwnBulkChange = ({ contacts }: Sought) =>
  sql<SqlBool>`(bulk_changes.list = 'contacts'
    and exists (select 1 from bulk_change_records as own
      where own.bulk_change_id = bulk_changes.bulk_change_id and own.record_id in (${listOf(contacts)}))
    and not exists (select 1 from bulk_change_records as other
      where other.bulk_change_id = bulk_changes.bulk_change_id and other.record_id not in (${listOf(contacts)})))`

/** The values that bulk changes have given, where they are texts of the contact. One under way is still to give it to others. */
async function eraseBulkValues({ db }: Write, { sought }: Erasing, isIn: Portion['isIn']): Promise<void> {
  const values = sought.texts.map((text) => JSON.stringify(text))
  await db
    .updateTable('bulk_changes')
    .set({ value: null })
    .where(isIn)
    .where('list', '=', 'contacts')
    .where('state', '!=', 'running')
    .where('value', 'is not', null)
    .where(({ eb, or }) =>
      or([isOwnBulkChange(sought), ...(values.length > 0 ? [eb('value', 'in', values)] : [])]),
    )
    .execute()
}

/** What merges of organizations have changed of links of the contact. */
async function eraseMerges(write: Write, { sought }: Erasing, isIn: Portion['isIn']): Promise<void> {
  const links = sought.parts.organizationContacts ?? []
  if (links.length > 0)
    await write.db
      .updateTable('merge_records')
      .set({ before: null, after: null })
      .where(isIn)
      .where('resource', '=', 'organizationContacts')
      .where('field', '!=', 'organization')
      .where('record_id', 'in', links)
      .execute()
}

/** What stands in answers about the contact. */
const inAnswers = ({ contacts }: Sought): string[] =>
  contacts.flatMap((id) => [
    ...['contact_id', 'contact'].flatMap((field) => [`"${field}":${id},`, `"${field}":${id}}`]),
    `"object_id":"contact-${id}"`,
  ])

const mayBeAnswer = (db: Write['db'], { sought }: Erasing) =>
  sql<SqlBool>`(${holdsAny(db, ['body'], inAnswers(sought))} or ${mayHoldTrace(db, ['body'], traceKeys(sought.values))})`

/** Answers that are kept for requests that come again. */
async function eraseAnswers(write: Write, { sought }: Erasing, isIn: Portion['isIn']): Promise<void> {
  const { db } = write
  const named = inAnswers(sought)
  const keys = traceKeys(sought.values)
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'body'])
    .where(isIn)
    .where('status', 'is not', null)
    // The answer about the erasure itself holds nothing of it, and is still good.
    .where('body', 'not like', '{"erasure_id":%')
    .execute()
  for (const { user_id, key, body } of rows)
    if (named.some((text) => body?.includes(text)) || hasTrace(body, keys))
      await db
        .updateTable('idempotency_keys')
        .set({ body: null })
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .execute()
}

const isDeliveryAbout = ({ contacts, parts }: Sought) =>
  sql<SqlBool>`(${sql.join(
    [['contacts', contacts] as const, ...Object.entries(parts)].map(
      ([resource, ids]) => sql`(resource = ${resource} and record_id in (${listOf(ids)}))`,
    ),
    sql` or `,
  )})`

const mayBeDelivery = (db: Write['db'], { sought }: Erasing) =>
  sql<SqlBool>`(${isDeliveryAbout(sought)} or ${mayHoldTrace(db, ['answer', 'failure'], traceKeys(sought.values))})`

/** What receivers of changes have answered to those of the contact, or with values of it. */
async function eraseDeliveries(write: Write, { sought }: Erasing, isIn: Portion['isIn']): Promise<void> {
  const { db } = write
  const keys = traceKeys(sought.values)
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'answer', 'failure'])
    .select(oneWhere(isDeliveryAbout(sought)).as('is_about'))
    .where(isIn)
    .execute()
  const ids = rows
    .filter(
      ({ is_about, answer, failure }) =>
        is_about === 1 || [answer, failure].some((text) => mentionsTrace(text, keys)),
    )
    .map(({ id }) => id)
  if (ids.length > 0)
    await db
      .updateTable('webhook_deliveries')
      .set({ answer: null, failure: null })
      .where('id', 'in', ids)
      .execute()
}

/** 1 where a condition is met, in both databases. */
const oneWhere = (condition: Expression<SqlBool>) => sql<number>`case when ${condition} then 1 else 0 end`

/** Entries of the audit that go on to tell what they tell: of erasures, exports and merges, by ids alone. */
const keptActions = ['erase', 'export personal data', 'merge', 'undo merge']

const isAuditAbout = ({ contacts, parts }: Sought) =>
  sql<SqlBool>`(${sql.join(
    [
      isAbout(contacts),
      ...Object.entries(parts).map(
        ([resource, ids]) => sql`(audit.resource = ${resource} and audit.record_id in (${listOf(ids)}))`,
      ),
    ],
    sql` or `,
  )})`

/** Whether an entry is the order of a bulk change of the contact alone. */
const isOwnOrder = (sought: Sought) =>
  sql<SqlBool>`(audit.resource = 'contacts' and audit.record_id is null and exists (select 1 from bulk_changes
    where audit.after like '{"bulk_change_id":' || bulk_changes.bulk_change_id || ',"action":"set",%'
      and ${isOwnBulkChange(sought)}))`

/** Orders of bulk changes tell the value that they give. */
const mayBeEntry = (db: Write['db'], { sought }: Erasing) =>
  sql<SqlBool>`(${isAuditAbout(sought)}
    or ${mayHoldTrace(db, ['audit.before', 'audit.after'], traceKeys(sought.values))}
    or ${isOwnOrder(sought)}
    or (audit.resource = 'contacts' and audit.record_id is null
      and ${mayHoldTrace(db, ['audit.after'], traceKeys(sought.texts))}))`

/**
 * What the audit tells of it. That something was done stays, with when and by whom; the hashes of the chain cover what is erased by
 * digests only.
 */
async function eraseAudit(write: Write, { erasure, sought }: Erasing, isIn: Portion['isIn']): Promise<void> {
  const { db } = write
  const keys = traceKeys(sought.values)
  const given = traceKeys(sought.texts)
  const rows = await db
    .selectFrom('audit')
    .innerJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .select(['audit.id', 'audit.resource', 'audit.record_id', 'audit.before', 'audit.after'])
    .select(oneWhere(isAuditAbout(sought)).as('is_about'))
    .select(oneWhere(isOwnOrder(sought)).as('is_own_order'))
    .where(isIn)
    .where('audit_chain.salt', 'is not', null)
    .where('audit.action', 'not in', keptActions)
    .where('audit.counted_key', 'is', null)
    .where(({ eb, or }) => or([eb('audit.before', 'is not', null), eb('audit.after', 'is not', null)]))
    .execute()
  const ids = rows
    .filter(
      (row) =>
        (row.is_about === 1 && isOwnEntry(sought, row)) ||
        row.is_own_order === 1 ||
        hasTrace(row.before, keys) ||
        hasTrace(row.after, keys) ||
        (row.resource === 'contacts' && row.record_id === null && hasTrace(row.after, given)),
    )
    .map(({ id }) => id)
  if (ids.length === 0) return
  await emptyRows(db, erasure.erasure_id, ids)
  await audit(write, emptyingEntry(erasure.erasure_id, ids))
}

/** The steps in their order; the audit comes last, since others write to it. */
export const steps: readonly Step[] = [
  { portion: { table: 'activities', key: ['id'], mayBeTrace: mayBeMeeting, erase: leaveMeetings } },
  // Before messages: what waits would otherwise be delivered as one of them later.
  { some: eraseMail },
  { portion: { table: 'messages', key: ['id'], mayBeTrace: mayBeMessage, erase: eraseMessages } },
  {
    portion: {
      table: 'import_rows',
      key: ['import_id', 'line'],
      mayBeTrace: mayBeImportRow,
      erase: eraseImportRows,
    },
  },
  { portion: { table: 'bulk_change_records', key: ['bulk_change_id', 'place'], erase: eraseBulkRecords } },
  { portion: { table: 'bulk_changes', key: ['bulk_change_id'], erase: eraseBulkValues } },
  { portion: { table: 'merge_records', key: ['merge_id', 'place'], erase: eraseMerges } },
  {
    portion: {
      table: 'idempotency_keys',
      key: ['user_id', 'key'],
      mayBeTrace: mayBeAnswer,
      erase: eraseAnswers,
    },
  },
  {
    portion: { table: 'webhook_deliveries', key: ['id'], mayBeTrace: mayBeDelivery, erase: eraseDeliveries },
  },
  // A row can be emptied only once its digest is in the chain.
  { before: sealAll, portion: { table: 'audit', key: ['id'], mayBeTrace: mayBeEntry, erase: eraseAudit } },
]
