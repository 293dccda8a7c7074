import type { Field, InputOf, Resource, RowOf } from './kit'
import { activities } from './activities'
import { addresses } from './addresses'
import { bids } from './bids'
import { contacts } from './contacts'
import { contentTypes } from './contentTypes'
import { creditSetups } from './creditSetups'
import { files } from './files'
import { messages } from './messages'
import { notes } from './notes'
import { opportunities } from './opportunities'
import { organizationAddresses } from './organizationAddresses'
import { organizationContacts } from './organizationContacts'
import { organizationTodos } from './organizationTodos'
import { organizations } from './organizations'
import { profiles } from './profiles'
import { sourceNames } from './sourceNames'
import { states } from './states'
import { tags } from './tags'
import { todos } from './todos'
import { users } from './users'
import { utilities } from './utilities'
import { utilityStates } from './utilityStates'

/** Every resource by its name. Both sides read this one registry. */
export const contract = {
  users,
  profiles,
  tags,
  states,
  contentTypes,
  sourceNames,
  utilities,
  utilityStates,
  organizations,
  addresses,
  contacts,
  organizationAddresses,
  organizationContacts,
  opportunities,
  creditSetups,
  bids,
  notes,
  files,
  todos,
  organizationTodos,
  activities,
  messages,
} as const satisfies Record<string, Resource>

export type Contract = typeof contract
export type ResourceName = keyof Contract

/** A record of the named resource, relations as ids. */
export type Row<N extends ResourceName> = RowOf<Contract[N]>
/** What a create of the named resource sends. */
export type Input<N extends ResourceName> = InputOf<Contract[N]>

/** The target of a relation; every name that a declaration may use is in the registry (see drift.test-d.ts). */
export const targetOf = (field: Extract<Field, { to: string }>): ResourceName => field.to as ResourceName

/**
 * What the contract says of a field that is named by its name.
 * @throws Error when the resource has none of that name.
 */
export const fieldOf = (resource: ResourceName, name: string): Field => {
  const field = (contract[resource].fields as Readonly<Record<string, Field>>)[name]
  if (!field) throw new Error(`${resource} has no field ${name}`)
  return field
}

/** The id of a record. */
export const idOf = <N extends ResourceName>(resource: N, row: Row<N>): number =>
  (row as Readonly<Record<string, unknown>>)[contract[resource].idField] as number

/** What people call a record: by its name, or else by its number. */
export const nameOf = <N extends ResourceName>(resource: N, row: Row<N>): string => {
  const { nameField }: Resource = contract[resource]
  const name = nameField && (row as Readonly<Record<string, unknown>>)[nameField]
  return typeof name === 'string' && name !== '' ? name : `#${idOf(resource, row)}`
}
