/** The history of a record: who changed which field from what to what, and when (HIST-1). */
import { contract, fieldOf, targetOf, type ResourceName } from '.'
import { isRelation, type Field, type Person } from './fields'

export const historyPath = (resource: ResourceName, id: number | ':id'): string =>
  `${contract[resource].path}${id}/history/`

/** Changes that one answer lists at most. */
export const maxHistory = 100

export const historyActions = ['create', 'update', 'delete', 'restore'] as const

/** What timelines tell beside: which record was merged into this one, or this one into which, and what was taken back. */
export const mergeActions = ['merge', 'merge into', 'undo merge'] as const
/** Actions as the audit names them. */
export const auditedActions = [...historyActions, ...mergeActions] as const

/** Changes of quotes that timelines tell as what they are (HIST-7). */
const quoteChanges = ['award', 'revoke award', 'withdraw'] as const
export const timelineActions = [...auditedActions, ...quoteChanges] as const

/** A field before and after a change, relations as ids; null: empty. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
  /** Of a relation: the names of these records, by their ids. */
  names?: Record<number, string>
}

export interface HistoryEntry {
  /** Of the change, unique in the installation. */
  id: number
  at: string
  /** The user; null: the server itself. */
  actor: number | null
  actor_name: string | null
  action: (typeof historyActions)[number]
  changes: FieldChange[]
}

/** Kept by the server beside what users write, or told of records of its own, or secret. */
const isLeftOut = (name: string, field: Field): boolean =>
  (field.kind === 'many' && field.readOnly === true) ||
  /^(?:version|stage_changed_on|(?:created|modified|deleted)_(?:at|by))$/.test(name) ||
  field.kind === 'signedUrl' ||
  field.secret === true ||
  field.writeOnly === true ||
  'momentary' in field

/** The names of the fields that the history of a resource shows. */
export const historyFieldsOf = (resource: ResourceName): readonly string[] =>
  Object.entries<Field>(contract[resource].fields)
    .filter(([name, field]) => name !== contract[resource].idField && !isLeftOut(name, field))
    .map(([name]) => name)

/** Whether the changes of a resource's records are shown: of those that users see and write together. */
export const hasHistory = (resource: ResourceName): boolean =>
  'modified_by' in contract[resource].fields && !['users', 'views', 'messageTemplates'].includes(resource)

export const timelinePath = (resource: ResourceName, id: number | ':id'): string =>
  `${contract[resource].path}${id}/timeline/`

/**
 * What a timeline tells (HIST-2): changes of the record itself; links to it added and removed; what happened to quotes, notes,
 * files, tasks and meetings of it; and messages from and to it (MAIL-1).
 */
export const timelineKinds = [
  'changes',
  'links',
  'quotes',
  'notes',
  'files',
  'tasks',
  'meetings',
  'messages',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** The kinds that the audit tells. */
export type AuditedKind = Exclude<TimelineKind, 'messages'>

/** The resources in whose timelines messages stand: those with email addresses. */
const correspondents = ['organizations', 'contacts'] as const satisfies readonly ResourceName[]
export type Correspondent = (typeof correspondents)[number]

export const isCorrespondent = (resource: ResourceName): resource is Correspondent =>
  correspondents.some((name) => name === resource)

/** A change that is told as an action of its own, by the first of these fields, and without the values of any of them. */
interface ToldChange {
  readonly fields: readonly [string, ...string[]]
  /** Where the field gets a value. */
  readonly filled: (typeof quoteChanges)[number]
  /** Where it loses it. */
  readonly emptied?: (typeof quoteChanges)[number]
}

/** How records of a resource stand in the timelines of others. */
export interface TimelineSource {
  readonly kind: Exclude<AuditedKind, 'changes'>
  /** The relations to the records in whose timelines they stand; `owner`: the record that a note or a file hangs on. */
  readonly by: readonly string[] | 'owner'
  /** Whether they are links of two records, and so told by the one at the other end. */
  readonly isPair?: true
  /** Where they hang on the one record of `by`: its relation to another one, in whose timelines they stand as well. */
  readonly through?: string
  /** Of records without names: the relation whose record names them. */
  readonly calledBy?: string
  /** Fields by which they are told apart, as they were after a change, and the units of their numbers. */
  readonly facts?: readonly string[]
  /** Fields that follow from what happens to other records: a change of nothing else is not told. */
  readonly settled?: readonly string[]
  readonly toldChanges?: readonly ToldChange[]
}

/** Whether records of a source hang on one record each, from which they can move to another one. */
export const hangsOnOne = ({ by, through }: TimelineSource): boolean =>
  by === 'owner' || through !== undefined

/** The resources with records that have notes and files. */
const noteOwners = [
  'opportunities',
  'bids',
  'organizations',
  'contacts',
  'addresses',
] as const satisfies readonly ResourceName[]

/** Not those whose records belong to single users, such as messages. */
export const timelineSources = {
  organizationContacts: { kind: 'links', by: ['organization', 'contact'], isPair: true },
  organizationAddresses: { kind: 'links', by: ['organization', 'address'], isPair: true },
  contractAccounts: { kind: 'links', by: ['contract', 'utility_account'], isPair: true },
  opportunities: { kind: 'links', by: ['organizations'] },
  bids: { kind: 'links', by: ['opportunity', 'legal_entity'] },
  contracts: { kind: 'links', by: ['opportunity', 'organization'] },
  utilityAccounts: { kind: 'links', by: ['organization'] },
  quotes: {
    kind: 'quotes',
    by: ['bid'],
    through: 'opportunity',
    calledBy: 'supplier',
    facts: ['term', 'pricing_type', 'price', 'price_unit', 'fee_unit'],
    settled: ['replaced_at', 'lost_at'],
    toldChanges: [
      { fields: ['awarded_at', 'awarded_by'], filled: 'award', emptied: 'revoke award' },
      { fields: ['withdrawn_at'], filled: 'withdraw' },
    ],
  },
  notes: { kind: 'notes', by: 'owner' },
  files: { kind: 'files', by: 'owner' },
  todos: { kind: 'tasks', by: ['organizations'] },
  activities: { kind: 'meetings', by: ['organization', 'deal'] },
} as const satisfies { readonly [N in ResourceName]?: TimelineSource }

export type SourceName = keyof typeof timelineSources

export const sourceOf = (resource: ResourceName): TimelineSource | undefined =>
  (timelineSources as { readonly [N in ResourceName]?: TimelineSource })[resource]

/** The records that a resource's records name by a relation. */
export const namedBy = (resource: ResourceName, relation: string): ResourceName => {
  const field = fieldOf(resource, relation)
  if (!isRelation(field)) throw new Error(`${resource} has no relation ${relation}`)
  return targetOf(field)
}

/** The resources whose records stand in the timelines of a resource's records, without those themselves. */
export const sourcesFor = (resource: ResourceName): readonly SourceName[] =>
  (Object.keys(timelineSources) as SourceName[]).filter((name) => {
    const { by, through }: TimelineSource = timelineSources[name]
    if (by === 'owner') return noteOwners.some((owner) => owner === resource)
    const named = by.map((relation) => namedBy(name, relation))
    return [...named, ...(through === undefined ? [] : named.map((one) => namedBy(one, through)))].includes(
      resource,
    )
  })

/** The kinds that the timeline of a resource can have. */
export const timelineKindsOf = (resource: ResourceName): readonly TimelineKind[] => {
  const kinds = new Set<TimelineKind>(sourcesFor(resource).map((name) => timelineSources[name].kind))
  const own = sourceOf(resource)
  if (own?.kind === 'links' && !own.isPair) kinds.add('links')
  if (isCorrespondent(resource)) kinds.add('messages')
  return timelineKinds.filter((kind) => kind === 'changes' || kinds.has(kind))
}

/** Another record that an entry is about. */
export interface TimelineRecord {
  resource: ResourceName
  id: number
  name: string
  /** `gone`: deleted for good. */
  state: 'present' | 'trash' | 'gone'
}

/** Of a message, what its entry shows of it. */
export interface TimelineMessage {
  from: Person[]
  to: Person[]
  /** The beginning of its text, without markup. */
  excerpt: string
  is_shared: boolean
}

/**
 * Of a link, `create` says that it was added, and `delete` that it was removed. `merge` says that `record` was merged into
 * the one of the timeline, `merge into` the reverse, `undo merge` that this was taken back. `award`, `revoke award` and
 * `withdraw` are told of quotes. A message has an entry of its own: its id and
 * moment are those of the message, and the actor is the user whose mailbox it is in.
 */
export interface TimelineEntry extends Omit<HistoryEntry, 'action'> {
  action: (typeof timelineActions)[number]
  kind: TimelineKind
  /** Null: the record itself. */
  record: TimelineRecord | null
  /** The resource whose fields the changes name. */
  resource: ResourceName
  /** Null for other kinds. */
  message: TimelineMessage | null
  /** Of a note, a file or a quote that was moved to another record; null for other entries. */
  moved: TimelineMove | null
  /** Of a quote, its terms and units as they were after the change; null for other entries, and once it is gone. */
  facts: Readonly<Record<string, unknown>> | null
}

/** The records that a note, a file or a quote has left, and hangs on since; null: it is gone, or the user does not see it. */
export interface TimelineMove {
  from: TimelineRecord | null
  to: TimelineRecord | null
}

export interface TimelineAnswer {
  /** The last one first. */
  results: TimelineEntry[]
  /** What `before` takes for the next ones; null: there are no more. */
  next: string | null
}
