import type { Field, InputOf, Resource, RowOf } from './kit'
import { contentTypes } from './contentTypes'
import { opportunities } from './opportunities'
import { organizations } from './organizations'
import { profiles } from './profiles'
import { states } from './states'
import { tags } from './tags'
import { users } from './users'

/** Every resource by its name. Both sides read this one registry. */
export const contract = {
  users,
  profiles,
  tags,
  states,
  contentTypes,
  organizations,
  opportunities,
} as const satisfies Record<string, Resource>

export type Contract = typeof contract
export type ResourceName = keyof Contract

/** A record of the named resource, relations as ids. */
export type Row<N extends ResourceName> = RowOf<Contract[N]>
/** What a create of the named resource sends. */
export type Input<N extends ResourceName> = InputOf<Contract[N]>

/** The target of a relation; every name that a declaration may use is in the registry (see drift.test-d.ts). */
export const targetOf = (field: Extract<Field, { to: string }>): ResourceName => field.to as ResourceName
