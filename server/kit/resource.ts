import type { Expression, SqlBool } from 'kysely'
import { targetOf, type ResourceName } from '../../src/contract'
import { isColumn, isRelation, type Field, type RelationField, type Resource } from '../../src/contract/kit'
import type { Tables } from '../db/tables'
import type { Write } from './context'

/** Where the targets of a relation to many stand: one row for each pair of owner and target. */
export interface Link {
  table: keyof Tables
  own: string
  target: string
  /** Keeps the order in which the client named the targets. */
  order?: string
  /** By which columns the targets of a read-only relation are ordered; otherwise by their ids. */
  sort?: readonly string[]
  /** Only rows whose columns hold these values count. */
  where?: Readonly<Record<string, string>>
  /** Of a relation that only the server knows: the resource of its targets. */
  to?: ResourceName
}

type Values = Readonly<Record<string, unknown>>

/** A parameter of a list beyond those that every list has. */
export interface ListParameter {
  about: string
  /**
   * The condition that its value stands for, beside the other parameters of the resource's own that are given.
   * @throws ApiError 400 for a value that cannot be used.
   */
  condition: (value: string, given: Readonly<Record<string, string>>) => Expression<SqlBool>
}

/** Rows that have no life without a record of another resource. */
export interface Held {
  readonly resource: ResourceName
  /** Their column that names the record. */
  readonly by: string
  /** Only rows whose columns hold these values. */
  readonly where?: Readonly<Record<string, string>>
}

/** What the server adds to a contract entry to answer it. */
export interface ServerResource {
  readonly contract: Resource
  readonly table: keyof Tables
  /** Each record is one user's alone, who makes every change of it: nobody else is told of one. */
  readonly personal: boolean
  /** The link table of each relation to many. */
  readonly links: Readonly<Record<string, Link>>
  /** What `q` searches: paths, see write/derive.ts. */
  readonly search: readonly string[]
  /**
   * Orderings by folded text, kept in `<ordering>_key`: from which path. Of several texts the alphabetically first one
   * counts, or the one that `derived` shows. Every other ordering is a column of its own name.
   */
  readonly keys: Readonly<Record<string, string>>
  /** Columns, of the contract's or the server's own, that hold the first text at a path. */
  readonly derived: Readonly<Record<string, string>>
  /** Columns whose folded text no two records may share: the text for the second one. */
  readonly unique: Readonly<Record<string, string>>
  /** Relations that no two records may share together, and the text for the second one. */
  readonly pair: { readonly fields: readonly string[]; readonly text: string } | null
  /**
   * Rules beyond the kinds and limits of the contract: texts by field for values that break one.
   * @param sent of the values those that a change sends; the others stay as they are.
   */
  readonly check: (values: Values, before: Values | null, sent: Values) => Record<string, string>
  /** Columns that follow from the others of the same record. */
  readonly compute: (values: Values) => Record<string, unknown>
  /** Checks that ask the database, and further columns of their own; runs in the transaction, before the write. */
  readonly prepare: (
    write: Write,
    values: Values,
    context: { before: Values | null; sent: Values; body: unknown },
  ) => Promise<Record<string, unknown>>
  /** What else changes with a record; runs in the transaction, after the write. */
  readonly after: (
    write: Write,
    id: number,
    context: { values: Values; before: Values | null },
  ) => Promise<void>
  /** Writes of it rely on what other writes of it may be changing, so that each of them goes alone. */
  readonly alone: boolean
  /** The column that names whose record it is, where nobody else may see it. */
  readonly owner: string | null
  /** Relations of a user's record that nobody else gets nested, but by their ids only. */
  readonly confidential: readonly string[]
  /** Parameters of the list beyond the contract's filters. */
  readonly where: Readonly<Record<string, ListParameter>>
  /** The column that says where in the file store the content of a link field lies. */
  readonly contents: Readonly<Record<string, string>>
  /** Rows that go to the trash with a record of this resource, and come back with it. */
  readonly holds: readonly Held[]
  /** Whether rows can be out of sight: in the trash, by themselves or with what holds them. */
  readonly hides: boolean
}

/** The name under which the contract's registry knows a resource. */
export const nameOf = ({ contract }: ServerResource): ResourceName => contract.name as ResourceName

type Relations = readonly (readonly [name: string, field: RelationField])[]
const relations = new WeakMap<Resource, Relations>()

/** The relations of a resource, by name. Every record that is read asks for them. */
export function relationsOf(resource: Resource): Relations {
  const known = relations.get(resource)
  if (known) return known
  const found = Object.entries(resource.fields).filter((entry): entry is [string, RelationField] =>
    isRelation(entry[1]),
  )
  relations.set(resource, found)
  return found
}

/** The fields that are columns of the resource's own table. */
export const columnsOf = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => isColumn(field))

/** The resource that a relation of a resource leads to, also where only the server knows the relation. */
export function targetNameOf({ contract: resource, links }: ServerResource, relation: string): ResourceName {
  const field = resource.fields[relation]
  if (field && isRelation(field)) return targetOf(field)
  const to = links[relation]?.to
  if (!to) throw new Error(`${resource.name} has no relation "${relation}".`)
  return to
}
