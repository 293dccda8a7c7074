import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import { targetOf, type ResourceName } from '../../src/contract'
import {
  isColumn,
  isRelation,
  type Field,
  type Fields,
  type RelationField,
  type Resource,
} from '../../src/contract/fields'
import type { Dialect } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { Write } from './context'

/** The table of a relation to many: one row for each pair of owner and target. */
export interface Link {
  table: keyof Tables
  own: string
  target: string
  /** Keeps the order in which the client named the targets. */
  order?: string
  /** By which columns the targets of a read-only relation are ordered; otherwise by their ids. */
  sort?: readonly string[]
  /** Only rows with these column values count. */
  where?: Readonly<Record<string, string>>
  /** Of a relation that only the server knows: the resource of its targets. */
  to?: ResourceName
}

type Values = Readonly<Record<string, unknown>>

/** A parameter of a list beyond those that every list has. */
export interface ListParameter<Column extends string = string> {
  description: string
  /**
   * The condition for its value, beside the resource's other own parameters that are given; null: none by itself.
   * @throws ApiError 400 for a value that cannot be used.
   */
  condition: (
    value: string,
    given: Readonly<Record<string, string>>,
    db: Kysely<Tables>,
  ) => Expression<SqlBool> | null
  /** The columns of the record that alone decide about the condition; left out where it reads other tables. */
  columns?: readonly Column[]
  /** Whether it is compared with the present, by a resource that has no `as_of`: what is kept of its lists lasts a minute. */
  dependsOnMoment?: true
  /**
   * The same condition as it is soon tested for one record after another, by its id alone: where very many match, a page is found
   * among the first records of the list.
   */
  conditionOfOne?: (db: Kysely<Tables>) => Expression<SqlBool>
}

/** A computed amount, and the columns that it is computed from. */
export interface ComparedAmount<Column extends string = string> {
  readonly columns: readonly Column[]
  readonly amount: RawBuilder<unknown>
}

/** A folded text of a record's own columns, equal for duplicates. */
export interface MatchKey<Column extends string = string> {
  readonly columns: readonly Column[]
  /** Computed from one text for each column; null where they are too short to compare. */
  readonly keyOf: (texts: readonly string[]) => string | null
}

/** The condition by which a stored record duplicates the given values; null if they do not suffice. */
export type DuplicateCondition<Given = Values> = (
  given: Given,
  dialect: Dialect,
) => Expression<SqlBool> | null

/** What lists show of records beside their fields, for exports. */
export interface Computed {
  readonly fields: Fields
  /** Their values by the ids of the records; those without any are left out. */
  readonly read: (db: Kysely<Tables>, ids: readonly number[]) => Promise<ReadonlyMap<number, Values>>
}

/** Stands before the texts of links in `search`. Folding leaves no form feed. */
export const searchedApart = '\f'

/**
 * Texts that a record copies from its links to others. A reader who does not see one of the others sees the record, but neither the link
 * nor what is copied from it (TEAM-6).
 */
export interface HeldOfLinks {
  /** The relation to the links, whose texts stand at the end of `search`, after `searchedApart`. */
  readonly relation: string
  /** The relation to what they lead to, which is named even where it is hidden. */
  readonly named: string
  /** All columns of the table, with the SQL text of those that are read anew from the links that are seen. */
  readonly columns: Readonly<Record<string, ((from: SeenLinks) => string) | null>>
}

/** What the SQL text of a column is made of. */
export interface SeenLinks {
  /** The column of the first link that has a value in it, or in another one; those that do not count are left out. */
  readonly first: (column: string, filled?: string) => string
  /** A column of the record itself. */
  readonly own: (column: string) => string
  readonly lower: (text: string) => string
}

/** Rows that exist only with a record of another resource. */
export interface CascadeRule {
  readonly resource: ResourceName
  /** Their column that references the record. */
  readonly by: string
  /** Only rows with these column values. */
  readonly where?: Readonly<Record<string, string>>
}

/** What the server adds to a contract entry to serve it. Its name types the values that writes of it are given. */
export interface ServerResource<N extends ResourceName = ResourceName> {
  readonly name: N
  /** Its sentence in the API document. */
  readonly description: string
  /**
   * Which routes are generated: all, all but deletion, those that read, or none, because a *.routes.ts file has its own.
   */
  readonly routes: 'all' | 'undeletable' | 'read' | 'own'
  readonly contract: Resource
  readonly table: keyof Tables
  /** Each record is private to one user, the author of all its changes, so that no other user is notified. */
  readonly personal: boolean
  /** The link table of each relation to many. */
  readonly links: Readonly<Record<string, Link>>
  /**
   * The paths of the texts of a record's name, where one field is not enough: those of a part with spaces between them, the parts
   * with commas.
   */
  readonly fullName: readonly (readonly string[])[] | null
  readonly computed: Computed | null
  /** The paths that `q` searches, see write/derive.ts. */
  readonly search: readonly string[]
  /**
   * Orderings by folded text, kept in `<ordering>_key`: from which path. Of several texts the alphabetically first one
   * counts, or the one that `derived` shows. Every other ordering is a column of its own name.
   */
  readonly sortKeys: Readonly<Record<string, string>>
  /**
   * Filters whose index also has the records of a value in an ordering. In other orders their records are looked for among
   * the first ones, where an index would have all of a value sorted.
   */
  readonly filterOrders: Readonly<Record<string, string>>
  /** Orderings by a computed column of another name, which can be null; filters compare it as well. */
  readonly orderedBy: Readonly<Record<string, string>>
  /** Fields that filters compare by an amount in one unit, whatever that of the record. */
  readonly comparedBy: Readonly<Record<string, ComparedAmount>>
  /** Texts without an ordering that filters look into, kept folded in `<name>_key` (VIEW-1). */
  readonly foldedTexts: readonly string[]
  /**
   * Orderings by texts that bodies require but that may be empty in records of other origin: the column
   * `<ordering>_ascending` puts those last.
   */
  readonly mayBeEmpty: readonly string[]
  /** Columns, of the contract's or the server's own, that hold the first text at a path. */
  readonly derived: Readonly<Record<string, string>>
  /** Folded texts that are equal for duplicates, each stored in `<name>_match`. */
  readonly matchKeys: Readonly<Record<string, MatchKey>>
  /** Further conditions of duplicates by the contract's names, in addition to the match key of that name. */
  readonly duplicates: Readonly<Record<string, DuplicateCondition>>
  /** Columns whose folded text must be unique, and the error for a duplicate. */
  readonly unique: Readonly<Record<string, string>>
  /** Columns that must be unique together, and the error for a duplicate. */
  readonly uniqueTogether: { readonly fields: readonly string[]; readonly text: string } | null
  /**
   * Rules beyond the kinds and limits of the contract: error texts by field.
   * @param sent the values that a change sends; the others keep theirs.
   */
  readonly check: (values: Values, before: Values | null, sent: Values) => Record<string, string>
  /** Columns computed from others of the same record. */
  readonly compute: (values: Values) => Record<string, unknown>
  /** Checks against the database, and further columns of their own; runs in the transaction, before the write. */
  readonly prepare: (
    write: Write,
    values: Values,
    context: { before: Values | null; sent: Values; body: unknown },
  ) => Promise<Record<string, unknown>>
  /** Further changes that follow from a write; runs in the transaction, after the write. */
  readonly after: (
    write: Write,
    id: number,
    context: { values: Values; before: Values | null },
  ) => Promise<void>
  /** The momentary fields of a record at a moment; null where it has none. The database tells the market's time zone. */
  readonly atMoment: ((record: Values, moment: string, db: Kysely<Tables>) => Record<string, unknown>) | null
  /** Whether those, and the parameters that depend on the moment, are the same all through a day of the market. */
  readonly changesDaily: boolean
  /** Further changes that follow when a record itself goes to the trash or comes back; runs in the transaction. */
  readonly moved: (write: Write, id: number, record: Values) => Promise<void>
  /** @throws ApiError 409 where what goes on with a record keeps it from the trash, and from being deleted for good. */
  readonly assertRemovable: (write: Write, id: number) => Promise<void>
  /** Whether all its writes take the exclusive lock, because they rely on data that concurrent writes may change. */
  readonly exclusive: boolean
  /** Whether its own rules refuse a record with 409 because of others; those of unique fields always do. */
  readonly clashes: boolean
  /** The column of the owner, for records that are private to one user. */
  readonly owner: string | null
  /** The boolean column that shows a record of an owner to all users. */
  readonly sharedBy: string | null
  /** The boolean column that lets all users read a record of an owner, which stands in no list of theirs. */
  readonly readableBy: string | null
  /** Fields that are empty for others who read a record of an owner. */
  readonly ownersOnly: readonly string[]
  /** The column of the team that a record can be limited to; null where records of the resource itself are not limited. */
  readonly limitedBy: string | null
  /** Columns with the id of a record that limits this one where it is limited, beside those that it is deleted with. */
  readonly limitedThrough: readonly Readonly<{ resource: ResourceName; by: string }>[]
  /** The relation to many by which a record is limited where it names others, none of which is seen. */
  readonly limitedWithAllOf: string | null
  /** What a record holds of links that may be hidden while it is seen; null: nothing. */
  readonly heldOfLinks: HeldOfLinks | null
  /** Relations of a user's record that other users get as ids only, not nested. */
  readonly confidential: readonly string[]
  /** Parameters of the list beyond the contract's filters. */
  readonly listParameters: Readonly<Record<string, ListParameter>>
  /** The column with the file store's key of a link field's content. */
  readonly contents: Readonly<Record<string, string>>
  /** Per content field, the column with the id of a content in an external system instead of the file store. */
  readonly externalContentColumns: Readonly<Record<string, string>>
  /** Names that a body may hold beside the fields of the contract. */
  readonly bodyNames: readonly string[]
  /** Rows that are put into the trash and restored with a record of this resource. */
  readonly cascades: readonly CascadeRule[]
  /**
   * Whether rows are put into the trash with the records that hold them; those deleted by themselves are marked
   * (`deleted_directly`).
   */
  readonly isCascaded: boolean
  /** Whether rows can be hidden: in the trash, by themselves or with the record that holds them. */
  readonly softDeletes: boolean
  /** Whether a record referenced by others cannot be deleted. */
  readonly restrictDelete: boolean
}

type Relations = readonly (readonly [name: string, field: RelationField])[]
const relations = new WeakMap<Resource, Relations>()

/** The relations of a resource, by name. Cached, since every record that is read needs them. */
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

/** The resource at the end of a relation, also where only the server knows the relation. */
export function targetNameOf({ contract: resource, links }: ServerResource, relation: string): ResourceName {
  const field = resource.fields[relation]
  if (field && isRelation(field)) return targetOf(field)
  const to = links[relation]?.to
  if (!to) throw new Error(`${resource.name} has no relation "${relation}".`)
  return to
}

/** The column that holds a folded text by which duplicates are found. */
export const matchColumn = (name: string): string => `${name}_match`
