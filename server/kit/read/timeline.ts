/** The timeline of a record, from the audit: its changes, and what happened to what belongs to it (HIST-2). */
import { sql, type Kysely } from 'kysely'
import type { ResourceName } from '../../../src/contract'
import { isRelation, type Field } from '../../../src/contract/fields'
import {
  auditedActions,
  hangsOnOne,
  historyFieldsOf,
  mergeActions,
  namedBy,
  sourceOf,
  timelineKindsOf,
  type HistoryEntry,
  type AuditedKind,
  type TimelineAnswer,
  type TimelineEntry,
  type TimelineKind,
  type TimelineSource,
} from '../../../src/contract/history'
import { maxInteger } from '../../../src/contract/numbers'
import { hiddenFieldsOf, type Identity } from '../../../src/contract/policy'
import { currentLimits } from '../../db/rowLimits'
import type { Tables } from '../../db/tables'
import { isOfCalendar } from '../input'
import { heldFields } from '../limits'
import { resourceOf } from '../registry'
import type { ServerResource } from '../resource'
import { inTurns } from '../turns'
import { actorName, addNames, changesOf, idsNamed, orNull, valuesIn, type Values } from './fieldChanges'
import { movesAmong, namedMoves, type Move } from './moves'
import { namingRelations, recordName, stateOf } from './names'
import type { ExpandTree } from './query'
import { loadRecords, type ApiRecord } from './records'

/** Which entries of the audit are read. */
interface AuditPage {
  /** Null: all of them. */
  kind: AuditedKind | null
  /** Only entries with lower ids; null: from the last one on. */
  before: number | null
  limit: number
}

export interface Subject {
  resource: ResourceName
  id: number
}

/** Where a message stands among others. */
export interface MessagePlace {
  /** ISO 8601. */
  at: string
  id: number
}

/** How far a timeline has been read: of both sources the last entry that was given; null: none. */
export interface TimelineCursor {
  audit: number | null
  message: MessagePlace | null
}

/** The messages of a record's timeline that a user sees (MAIL-1). */
export interface MessageSource {
  /** Where they stand, the last one first. */
  places: (
    db: Kysely<Tables>,
    subject: Subject,
    reader: number,
    page: { before: MessagePlace | null; limit: number },
  ) => Promise<MessagePlace[]>
  /** What is told of them. */
  entries: (db: Kysely<Tables>, ids: readonly number[], reader: number) => Promise<TimelineEntry[]>
}

const cursorForm = /^(\d{1,15})(?:\.(-?\d{1,15})\.(\d{1,15}))?$/

/** What `before` takes for the entries after a cursor; `parseCursor` reads it. */
const cursorText = ({ audit, message }: TimelineCursor): string =>
  [audit ?? maxInteger, ...(message ? [Date.parse(message.at), message.id] : [])].join('.')

/** Null for a text that is no cursor. */
export function parseCursor(text: string): TimelineCursor | null {
  const [, audit, moment, id] = cursorForm.exec(text) ?? []
  if (audit === undefined) return null
  const upTo = (digits: string) => Math.min(Number(digits), maxInteger)
  if (moment === undefined || id === undefined) return { audit: upTo(audit), message: null }
  const at = new Date(Number(moment))
  return isOfCalendar(at) ? { audit: upTo(audit), message: { at: at.toISOString(), id: upTo(id) } } : null
}

/**
 * The ids of a page's entries and one more: the first ones of each kind, each read from an index. For readers with limits those of
 * hidden records are passed over: a page with fewer entries would be taken for the last one.
 */
export function timelineIds({ resource, id }: Subject, { kind, before, limit }: AuditPage) {
  const below = before ?? maxInteger
  const some = limit + 1
  const kinds = kind === null ? timelineKindsOf(resource).filter((one) => one !== 'messages') : [kind]
  const isSeen = currentLimits()?.tables.has('audit')
    ? sql`and (select 1 from audit where audit.id = audit_subjects.audit_id) is not null`
    : sql``
  const branches = kinds.map((one) =>
    one === 'changes'
      ? sql`select id from audit where resource = ${resource} and record_id = ${id} and id < ${below}
          and action in (${sql.join(auditedActions)}) order by id desc limit ${some}`
      : sql`select audit_id as id from audit_subjects where resource = ${resource} and record_id = ${id}
          and kind = ${one} and audit_id < ${below} ${isSeen} order by audit_id desc limit ${some}`,
  )
  const all = branches.map((branch) => sql`select id from (${branch}) as branch`)
  return sql<{
    id: number
  }>`select id from (${sql.join(all, sql` union `)}) as entries order by id desc limit ${some}`
}

const readEntries = (db: Kysely<Tables>, ids: readonly number[]) =>
  db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor')
    .select(['audit.id', 'audit.at', 'audit.actor', 'audit.action', 'audit.resource', 'audit.record_id'])
    .select(['audit.before', 'audit.after', 'users.first_name', 'users.last_name', 'users.username'])
    .where('audit.id', 'in', ids)
    .orderBy('audit.id', 'desc')
    .execute()

type Row = Awaited<ReturnType<typeof readEntries>>[number]

/** The rows of a page's entries, and one more. */
async function readRows(db: Kysely<Tables>, subject: Subject, page: AuditPage): Promise<Row[]> {
  const { rows } = await timelineIds(subject, page).execute(db)
  return rows.length === 0
    ? []
    : readEntries(
        db,
        rows.map(({ id }) => id),
      )
}

/** An entry, and the record that it is about, as far as it is known before that is read. */
interface Draft {
  entry: TimelineEntry
  about: (Subject & { known: unknown; link: Subject | null }) | null
  /** Of a note, a file or a quote that has moved. */
  move?: Move | undefined
}

interface About extends Subject {
  known: unknown
  /** By which it is told, where that is a record of its own. */
  link: Subject | null
  entry: TimelineEntry
}

/** What a page is read for. */
interface Reading {
  subject: Subject
  kind: AuditedKind | null
  who: Identity
}

/** The fields of a resource that the user does not see. */
const hiddenFrom = (who: Identity, name: ResourceName): readonly string[] => [
  ...hiddenFieldsOf(who, name),
  ...heldFields(resourceOf(name)),
]

/** The fields of a row that differ, without those that the user does not see. */
function seenChanges({ who }: Reading, row: Row, isTold: (name: string, field: Field) => boolean) {
  const { fields } = resourceOf(row.resource as ResourceName).contract
  const hidden = hiddenFrom(who, row.resource as ResourceName)
  const names = historyFieldsOf(row.resource as ResourceName).filter((name) => {
    const field = fields[name]
    return field !== undefined && !hidden.includes(name) && isTold(name, field)
  })
  return changesOf(names, valuesIn(row.before), valuesIn(row.after))
}

const isOfMerge = (action: string) => mergeActions.some((known) => known === action)

const entryOf = (
  { id, at, actor, ...row }: Row,
  told: Pick<TimelineEntry, 'kind' | 'action' | 'changes'>,
): TimelineEntry => ({
  id,
  at,
  actor,
  actor_name: actorName(row),
  resource: row.resource as ResourceName,
  record: null,
  message: null,
  moved: null,
  facts: null,
  ...told,
})

/** A merge as the record that was kept, or the one that is merged, tells it, or what was taken back (DUP-3). */
function mergeDraft({ subject: { resource } }: Reading, row: Row): Draft {
  const { merged, merged_into } = valuesIn(row.after)
  const id = (merged ?? merged_into) as number
  const action = merged === undefined ? 'merge into' : (row.action as TimelineEntry['action'])
  return {
    entry: entryOf(row, { kind: 'changes', action, changes: [] }),
    about: { resource, id, known: id, link: null },
  }
}

/** What happened to the record itself; of its links, only what they were. */
function ownDraft(reading: Reading, row: Row): Draft {
  const action = row.action as HistoryEntry['action']
  const isWritten = action === 'create' || action === 'update'
  const changes = isWritten
    ? seenChanges(reading, row, (_name, field) => reading.kind !== 'links' || isRelation(field))
    : []
  return { entry: entryOf(row, { kind: reading.kind ?? 'changes', action, changes }), about: null }
}

/** Whether a change made a record name another one, or stop it; null: neither. */
function linkAction(row: Row, relations: readonly string[], to: number): 'create' | 'delete' | null {
  const isNamed = (values: Values) => relations.some((name) => idsNamed(values, name).includes(to))
  const [was, is] = [isNamed(valuesIn(row.before)), isNamed(valuesIn(row.after))]
  return was === is ? null : is ? 'create' : 'delete'
}

/** As what a change is told that is an action of its own; null: as any other one. */
function toldAction({ toldChanges = [] }: TimelineSource, row: Row): TimelineEntry['action'] | null {
  if (row.action !== 'update') return null
  const [was, is] = [valuesIn(row.before), valuesIn(row.after)]
  for (const { fields, filled, emptied = null } of toldChanges) {
    const [before, after] = [orNull(was[fields[0]]), orNull(is[fields[0]])]
    if (before === null && after !== null) return filled
    if (before !== null && after === null) return emptied
  }
  return null
}

/** What says by itself which one of its kind a record was after a change. */
function factsOf({ who }: Reading, { facts = [] }: TimelineSource, row: Row): TimelineEntry['facts'] {
  if (facts.length === 0) return null
  const values = valuesIn(row.after ?? row.before)
  const hidden = hiddenFrom(who, row.resource as ResourceName)
  return Object.fromEntries(
    facts.filter((name) => !hidden.includes(name)).map((name) => [name, values[name] ?? null]),
  )
}

/** What only says where a record belongs. */
const isPlace = (name: string) => name === 'object_id' || name === 'content_type'

/** What happened to a record that belongs to the one whose timeline it is. */
function otherDraft(reading: Reading, row: Row, source: TimelineSource, move: Move | undefined): Draft {
  const { subject } = reading
  const { kind, by, isPair, through, settled = [], toldChanges = [] } = source
  const hasLeft = move?.from?.resource === subject.resource && move.from.id === subject.id
  const resource = row.resource as ResourceName
  const id = row.record_id as number
  const relations = by === 'owner' ? [] : by.filter((name) => namedBy(resource, name) === subject.resource)
  const link = row.action === 'update' && !move ? linkAction(row, relations, subject.id) : null
  const action = link ?? toldAction(source, row) ?? (row.action as HistoryEntry['action'])
  // What has no name is told by its content.
  const isTold =
    (row.action === 'update' && link === null && !hasLeft) || (action === 'create' && kind === 'notes')
  const places = through !== undefined && by !== 'owner' ? by : relations
  const untold = [...places, ...settled, ...toldChanges.flatMap(({ fields }) => fields)]
  const changes =
    isTold && (kind !== 'links' || isPair)
      ? seenChanges(reading, row, (name) => !untold.includes(name) && !isPlace(name))
      : []
  const values = valuesIn(row.after ?? row.before)
  const other = isPair && by !== 'owner' ? by.find((name) => !relations.includes(name)) : undefined
  const [otherId] = other === undefined ? [] : idsNamed(values, other)
  const about =
    other === undefined || otherId === undefined
      ? { resource, id, known: values, link: null }
      : { resource: namedBy(resource, other), id: otherId, known: otherId, link: { resource, id } }
  const facts = factsOf(reading, source, row)
  return { entry: { ...entryOf(row, { kind, action, changes }), facts }, about, move }
}

/** The name of a record as it is stored; of one that another record names, the name of that. */
function nameIn(resource: ServerResource, record: ApiRecord): string {
  const calledBy = sourceOf(resource.name)?.calledBy
  return calledBy === undefined
    ? recordName(resource, record)
    : recordName(resourceOf(namedBy(resource.name, calledBy)), record[calledBy])
}

/** The relations that `nameIn` reads. */
function namingOf(resource: ServerResource): ExpandTree {
  const calledBy = sourceOf(resource.name)?.calledBy
  return calledBy === undefined
    ? namingRelations(resource)
    : { [calledBy]: namingRelations(resourceOf(namedBy(resource.name, calledBy))) }
}

/** Looks up the records that entries are about, one read for each resource. What is gone for good tells nothing of its content. */
async function addRecords(db: Kysely<Tables>, drafts: readonly Draft[]): Promise<void> {
  const byResource = new Map<ResourceName, About[]>()
  for (const { entry, about } of drafts)
    if (about)
      byResource.set(about.resource, [...(byResource.get(about.resource) ?? []), { ...about, entry }])
  for (const [name, some] of byResource) {
    const resource = resourceOf(name)
    const ids = [...new Set(some.map(({ id }) => id))]
    const found = await loadRecords(db, resource, ids, namingOf(resource))
    const records = new Map(found.map((record) => [record[resource.contract.idField], record]))
    for (const { entry, id, known } of some) {
      const record = records.get(id)
      entry.record = {
        resource: name,
        id,
        name: record ? nameIn(resource, record) : recordName(resource, known),
        state: stateOf(record),
      }
      if (!record) Object.assign(entry, { changes: [], facts: null })
    }
  }
  await forgetGoneLinks(db, drafts)
}

/** Links that are gone for good tell nothing of their content, either. */
async function forgetGoneLinks(db: Kysely<Tables>, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.flatMap(({ entry, about }) =>
    about?.link && entry.changes.length > 0 ? [{ entry, link: about.link }] : [],
  )
  for (const name of new Set(changed.map(({ link }) => link.resource))) {
    const resource = resourceOf(name)
    const some = changed.filter(({ link }) => link.resource === name)
    const found = await loadRecords(db, resource, [...new Set(some.map(({ link }) => link.id))])
    const there = new Set(found.map((record) => record[resource.contract.idField]))
    for (const { entry, link } of some) if (!there.has(link.id)) entry.changes = []
  }
}

/** What entries of the audit tell of a record. */
async function auditEntries(
  db: Kysely<Tables>,
  reading: Reading,
  rows: readonly Row[],
): Promise<TimelineEntry[]> {
  const { subject } = reading
  const moves = new Map<number, Move>()
  for (const name of new Set(rows.map(({ resource }) => resource as ResourceName))) {
    const source = sourceOf(name)
    if (!source || !hangsOnOne(source)) continue
    const own = rows.filter(({ resource }) => resource === name)
    for (const [id, move] of await movesAmong(db, resourceOf(name), own)) moves.set(id, move)
  }
  const drafts = await inTurns(rows, (row): Draft => {
    if (isOfMerge(row.action)) return mergeDraft(reading, row)
    const source = sourceOf(row.resource as ResourceName)
    const isOwn = row.resource === subject.resource && row.record_id === subject.id
    return isOwn || !source ? ownDraft(reading, row) : otherDraft(reading, row, source, moves.get(row.id))
  })
  await addRecords(db, drafts)
  const moved = drafts.flatMap(({ entry, move }) => (move ? [{ entry, move }] : []))
  const named = await namedMoves(
    db,
    moved.map(({ move }) => move),
  )
  for (const [at, { entry }] of moved.entries()) entry.moved = named[at] ?? null
  const results = drafts.map(({ entry }) => entry)
  for (const name of new Set(results.map(({ resource }) => resource)))
    await addNames(
      db,
      name,
      results.flatMap(({ resource, changes }) => (resource === name ? changes : [])),
    )
  return results
}

/** Whose timeline is read, by whom, and what of it. */
interface TimelineReading {
  subject: Subject
  /** Null: all of them. */
  kind: TimelineKind | null
  who: Identity
  /** Null where no messages stand in it. */
  messages: MessageSource | null
}

/** The first ones of two lists, each of which keeps its order, by their moments: the last one first. */
function mergeByMoment<A extends { at: string }, B extends { at: string }>(
  some: readonly A[],
  others: readonly B[],
  limit: number,
): (A | B)[] {
  const merged: (A | B)[] = []
  let taken = 0
  while (merged.length < limit) {
    const [one, other] = [some[taken], others[merged.length - taken]]
    if (one && (!other || one.at >= other.at)) {
      merged.push(one)
      taken += 1
    } else if (other) merged.push(other)
    else break
  }
  return merged
}

const isMessage = (item: Row | MessagePlace): item is MessagePlace => !('action' in item)

/** A page of the timeline of a record, as one user sees it. */
export async function readTimeline(
  db: Kysely<Tables>,
  { subject, kind, who, messages }: TimelineReading,
  { before, limit }: { before: TimelineCursor; limit: number },
): Promise<TimelineAnswer> {
  const audited = kind === 'messages' ? null : { subject, kind, who }
  const source = kind === null || kind === 'messages' ? messages : null
  // PostgreSQL reads them side by side.
  const [rows, places = []] = await Promise.all([
    audited ? readRows(db, subject, { kind: audited.kind, before: before.audit, limit }) : [],
    source?.places(db, subject, who.userId, { before: before.message, limit: limit + 1 }),
  ])
  const page = mergeByMoment(rows, places, limit)
  const told = page.filter((item): item is Row => !isMessage(item))
  const shown = page.filter(isMessage)
  const entries = audited ? await auditEntries(db, audited, told) : []
  const written =
    (source &&
      (await source.entries(
        db,
        shown.map(({ id }) => id),
        who.userId,
      ))) ??
    []
  const [entryAt, messageAt] = [entries, written].map((list) => new Map(list.map((one) => [one.id, one])))
  const results = page.flatMap((item) => (isMessage(item) ? messageAt : entryAt)?.get(item.id) ?? [])
  const isLast = page.length === rows.length + places.length || limit === 0
  const next = { audit: told.at(-1)?.id ?? before.audit, message: shown.at(-1) ?? before.message }
  return { results, next: isLast ? null : cursorText(next) }
}
