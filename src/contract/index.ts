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
