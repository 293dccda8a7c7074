import { contract, type Contract, type ResourceName } from '../../src/contract'
import { isRelation, type Field, type RelationField, type Resource } from '../../src/contract/kit'
import type { Tables } from '../db/tables'

/** Where the targets of a relation to many stand: one row for each pair of owner and target. */
export interface Link {
  table: keyof Tables
  own: string
  target: string
  /** Keeps the order in which the client named the targets. */
  order?: string
}

/** What the server adds to a contract entry to answer it. */
export interface ServerResource {
  readonly contract: Resource
  readonly table: keyof Tables
  /** The link table of each relation to many. */
  readonly links: Readonly<Record<string, Link>>
  /** What `q` searches: columns, or columns of a relation as `relation.column`. */
  readonly search: readonly string[]
  /**
   * Orderings by folded text, kept in `<ordering>_key`: from which column, or `relation.column` (then the
   * alphabetically first one counts). Every other ordering is a column of its own name.
   */
  readonly keys: Readonly<Record<string, string>>
  /** Columns whose folded text no two records may share: the text for the second one. */
  readonly unique: Readonly<Record<string, string>>
  /** Rules beyond the kinds and limits of the contract: texts by field for values that break one. */
  readonly check: (values: Readonly<Record<string, unknown>>) => Record<string, string>
}

interface Declaration<N extends ResourceName> {
  table: keyof Tables
  links?: { [K in ManyOf<N>]: Link }
  search: readonly string[]
  keys?: Partial<Record<Contract[N]['orderings'][number], string>>
  unique?: Partial<Record<keyof Contract[N]['fields'], string>>
  check?: ServerResource['check']
}
type ManyOf<N extends ResourceName> = {
  [K in keyof Contract[N]['fields']]: Contract[N]['fields'][K] extends { kind: 'many' } ? K : never
}[keyof Contract[N]['fields']]

/** Declares how the server keeps a resource; routes.ts answers it from there. */
export function defineResource<const N extends ResourceName>(
  name: N,
  declaration: Declaration<N>,
): ServerResource {
  return {
    contract: contract[name],
    table: declaration.table,
    links: { ...declaration.links },
    search: declaration.search,
    keys: { ...declaration.keys },
    unique: { ...declaration.unique },
    check: declaration.check ?? (() => ({})),
  }
}

/** The relations of a resource, by name. */
export const relationsOf = (resource: Resource): [string, RelationField][] =>
  Object.entries(resource.fields).filter((entry): entry is [string, RelationField] => isRelation(entry[1]))

/** The fields that are columns of the resource's own table. */
export const columnsOf = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => field.kind !== 'many')
