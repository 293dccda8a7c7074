/** Changes of many records at once: one field, tags and the like, into the trash and back (BULK-1). */
import { contract, type Contract, type ResourceName } from '.'
import type { AlongFields, Resource } from './fields'

/** The lists whose records can be changed at once: those with `bulk` in the contract. */
export type BulkList = {
  [N in ResourceName]: Contract[N] extends { bulk: readonly string[] } ? N : never
}[ResourceName]

export const isBulkList = (resource: ResourceName): resource is BulkList => 'bulk' in contract[resource]

export const bulkLists: readonly BulkList[] = (Object.keys(contract) as ResourceName[]).filter(isBulkList)

/** POST begins one, GET lists the caller's own; `{id}/` with `records/`, `refused/`, `stop/` and `undo/` below. */
export const bulkChangesPath = '/api/mpg/bulk-changes/'

/** Records of one change at most, and how many of them can be named by their ids. */
export const maxBulkRecords = 50_000
export const maxBulkIds = 5_000

/** Changes of one user that run at a time. */
export const maxRunningBulkChanges = 3

/** Days for which a change can be taken back, and its results are kept. */
export const bulkDays = 7

/** `set` gives a field one value, `add` and `remove` change relations to many. */
export const bulkActions = ['set', 'add', 'remove', 'delete', 'restore'] as const
export type BulkAction = (typeof bulkActions)[number]

export const bulkStates = ['running', 'stopped', 'done', 'undoing', 'undone'] as const
export type BulkState = (typeof bulkStates)[number]

/**
 * What became of a record: `waiting` for its turn; `changed`; `unchanged`, because it was so before; `skipped`, because it was
 * changed meanwhile; `refused` by a rule. Of those changed, the undo makes `undone` ones, and leaves others `kept`.
 */
export const bulkOutcomes = [
  'waiting',
  'changed',
  'unchanged',
  'skipped',
  'refused',
  'undone',
  'kept',
] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** The outcomes that have a reason. */
export const explainedOutcomes = ['skipped', 'refused', 'kept'] as const satisfies readonly BulkOutcome[]

const noFields: AlongFields = { needed: [], optional: [] }

/** The fields that are said with a value of another one, such as the reason with the stage of a lost deal. */
export const alongOf = (list: BulkList, field: string, value: unknown): AlongFields => {
  const { bulkAlong = {} }: Resource = contract[list]
  const byOption = Object.hasOwn(bulkAlong, field) ? bulkAlong[field] : undefined
  return (
    (typeof value === 'string' && byOption && Object.hasOwn(byOption, value) && byOption[value]) || noFields
  )
}

/** Which records are changed. */
export type BulkSelection =
  | { ids: readonly number[] }
  /** All that a list finds, as its parameters say; refused (409) where these are more than so many. */
  | { query: Readonly<Record<string, string>>; count: number }

/** What is done with them. */
export interface BulkOrder {
  list: BulkList
  action: BulkAction
  /** Null where the action needs none. */
  field: string | null
  /** That of the field; for `add` and `remove` a list of ids. */
  value: unknown
  /** The values of fields that go along with that one (alongOf). */
  along: Readonly<Record<string, unknown>>
}

/** A change of many records, as far as it has come. */
export interface BulkChange extends BulkOrder {
  bulk_change_id: number
  state: BulkState
  total: number
  counts: Readonly<Record<BulkOutcome, number>>
  created_at: string
  /** Null while it runs. */
  ended_at: string | null
  /** Until when it can be taken back. */
  undo_until: string
}

/** A record that was not changed, or not changed back, and why. */
export interface BulkRecord {
  record: number
  name: string
  outcome: BulkOutcome
  reason: string
}
