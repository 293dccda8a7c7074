import type { Field, Fields, InputOf, ReplacementOf, Resource, RowOf } from './fields'
import { activities } from './activities'
import { addresses } from './addresses'
import { bids } from './bids'
import { contacts } from './contacts'
import { contentTypes } from './contentTypes'
import { creditSetups } from './creditSetups'
import { curvePoints } from './curvePoints'
import { curves } from './curves'
import { files } from './files'
import { heatContents } from './heatContents'
import { marketHolidays } from './marketHolidays'
import { messageAttachments } from './messageAttachments'
import { messages } from './messages'
import { notes } from './notes'
import { opportunities } from './opportunities'
import { organizationAddresses } from './organizationAddresses'
import { organizationContacts } from './organizationContacts'
import { organizationTodos } from './organizationTodos'
import { organizations } from './organizations'
import { profiles } from './profiles'
import { quotes } from './quotes'
import { sourceNames } from './sourceNames'
import { states } from './states'
import { suppliers } from './suppliers'
import { tags } from './tags'
import { todos } from './todos'
import { users } from './users'
import { utilities } from './utilities'
import { utilityStates } from './utilityStates'
import { contracts } from './contracts'
import { utilityAccounts } from './utilityAccounts'
import { contractAccounts } from './contractAccounts'
import { meters } from './meters'
import { billPeriods } from './billPeriods'
import { views } from './views'
import { messageTemplates } from './messageTemplates'
import { teams } from './teams'

/** Every resource by its name. Both sides read this registry. */
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
  suppliers,
  curves,
  curvePoints,
  heatContents,
  marketHolidays,
  quotes,
  notes,
  files,
  todos,
  organizationTodos,
  activities,
  messages,
  messageAttachments,
  contracts,
  utilityAccounts,
  meters,
  contractAccounts,
  billPeriods,
  views,
  messageTemplates,
  teams,
} as const satisfies Record<string, Resource>

export type Contract = typeof contract
export type ResourceName = keyof Contract

/** A record of the named resource, relations as ids. */
export type Row<N extends ResourceName> = RowOf<Contract[N]>
/** The body of a create of the named resource. */
export type Input<N extends ResourceName> = InputOf<Contract[N]>
/** The body of a full update (PUT) of the named resource. */
export type Replacement<N extends ResourceName> = ReplacementOf<Contract[N]>

/** The target of a relation. Every name that a declaration may use is in the registry (see drift.test-d.ts). */
export const targetOf = (field: Extract<Field, { to: string }>): ResourceName => field.to as ResourceName

/**
 * The declaration of a field by its name.
 * @throws Error when the resource has no such field.
 */
export const fieldOf = (resource: ResourceName, name: string): Field => {
  const field = (contract[resource].fields as Readonly<Record<string, Field>>)[name]
  if (!field) throw new Error(`${resource} has no field ${name}`)
  return field
}

/**
 * All that people write of a record, with what is changed of it: what a full update (PUT) sends. What is only sent and
 * never kept belongs to the changes alone. So do lists of relations: they follow what they name into the trash and
 * back, without another version of the record, and would undo that.
 */
export const replacementOf = <N extends ResourceName>(
  resource: N,
  record: Row<N>,
  changes: Partial<Input<N>>,
): Replacement<N> => {
  const written = Object.entries<Field>(contract[resource].fields as Fields).filter(
    ([, { kind, readOnly, writeOnly, optionalOnUpdate }]) =>
      kind !== 'many' && !readOnly && !writeOnly && !optionalOnUpdate,
  )
  const kept = written.map(([name]) => [name, (record as Readonly<Record<string, unknown>>)[name]])
  return { ...Object.fromEntries(kept), ...changes } as Replacement<N>
}

/** The id of a record. */
export const idOf = <N extends ResourceName>(resource: N, row: Row<N>): number =>
  (row as Readonly<Record<string, unknown>>)[contract[resource].idField] as number

/** Display name of a record: its name field, or else its number. */
export const nameOf = <N extends ResourceName>(resource: N, row: Row<N>): string => {
  const { nameField }: Resource = contract[resource]
  const name = nameField && (row as Readonly<Record<string, unknown>>)[nameField]
  return typeof name === 'string' && name !== '' ? name : `#${idOf(resource, row)}`
}
