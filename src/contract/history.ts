/** The history of a record: who changed which field from what to what, and when (HIST-1). */
import { contract, type ResourceName } from '.'
import type { Field } from './fields'

export const historyPath = (resource: ResourceName, id: number | ':id'): string =>
  `${contract[resource].path}${id}/history/`

/** Changes that one answer lists at most. */
export const maxHistory = 100

export const historyActions = ['create', 'update', 'delete', 'restore'] as const

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

/** Kept by the server beside what users write, or secret. */
const isLeftOut = (name: string, field: Field): boolean =>
  /^(?:version|(?:created|modified|deleted)_(?:at|by))$/.test(name) ||
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
  'modified_by' in contract[resource].fields && !['users', 'views'].includes(resource)
