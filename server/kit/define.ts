/** How the resource files declare what the server adds to the contract. */
import { contract, type Contract, type ResourceName } from '../../src/contract'
import type { Resource } from '../../src/contract/kit'
import type { Tables } from '../db/tables'
import { register } from './registry'
import type { Link, ServerResource } from './resource'

interface Declaration<N extends ResourceName> {
  table: keyof Tables
  links?: { [K in ManyOf<N>]: Link } & Record<string, Link>
  search: readonly string[]
  keys?: Partial<Record<Contract[N]['orderings'][number], string>>
  derived?: Readonly<Record<string, string>>
  unique?: Partial<Record<keyof Contract[N]['fields'], string>>
  pair?: ServerResource['pair']
  check?: ServerResource['check']
  compute?: ServerResource['compute']
  prepare?: ServerResource['prepare']
  after?: ServerResource['after']
  personal?: true
  alone?: true
  owner?: string
  confidential?: ServerResource['confidential']
  where?: ServerResource['where']
  contents?: Readonly<Record<string, string>>
  holds?: ServerResource['holds']
  /** Rows go to the trash with what holds them, although the resource has none of its own. */
  heldByOthers?: true
}
type ManyOf<N extends ResourceName> = {
  [K in keyof Contract[N]['fields']]: Contract[N]['fields'][K] extends { kind: 'many' } ? K : never
}[keyof Contract[N]['fields']]

/** Declares how the server keeps a resource; http/routes.ts answers it from there. */
export function defineResource<const N extends ResourceName>(
  name: N,
  declaration: Declaration<N>,
): ServerResource {
  const resource: Resource = contract[name]
  return register(name, {
    contract: resource,
    table: declaration.table,
    links: { ...declaration.links },
    search: declaration.search,
    keys: { ...declaration.keys },
    derived: { ...declaration.derived },
    unique: { ...declaration.unique },
    pair: declaration.pair ?? null,
    check: declaration.check ?? (() => ({})),
    compute: declaration.compute ?? (() => ({})),
    prepare: declaration.prepare ?? (() => Promise.resolve({})),
    after: declaration.after ?? (() => Promise.resolve()),
    personal: declaration.personal ?? false,
    alone: declaration.alone ?? false,
    owner: declaration.owner ?? null,
    confidential: declaration.confidential ?? [],
    where: { ...declaration.where },
    contents: { ...declaration.contents },
    holds: declaration.holds ?? [],
    hides: resource.trash === true || declaration.heldByOthers === true,
  })
}

/** A search path that adds only the digits of the texts there, so that phones are found however they are typed. */
export const digits = (path: string): string => `${path}#`

/** A search path that reads several columns as one text, with spaces between. */
export const joined = (...columns: string[]): string => columns.join('+')

/**
 * A search path to texts of records that very many others name, such as tags: they are searched where they stand, so
 * that a change of one changes one row. All other texts stand in `search` of each record, where one index finds them.
 */
export const shared = (path: string): string => `${path}*`
