/**
 * The types by which defineResource() checks a declaration against the contract and the tables.
 * define.test-d.ts shows what they refuse.
 */
import type { Kysely, SelectType, Updateable } from 'kysely'
import type { Contract, Input, ResourceName, Row } from '../../src/contract'
import type { ColumnsOf, Fields, InputOf, RelationsOf } from '../../src/contract/fields'
import type { TableOf, Tables } from '../db/tables'
import type { Write } from './context'
import type {
  ComparedAmount,
  Computed as ComputedColumns,
  DuplicateCondition,
  HeldOfLinks,
  ListParameter,
  MatchKey,
  ServerResource,
} from './resource'

type FieldsOf<N extends ResourceName> = Contract[N]['fields']
type OrderingsOf<N extends ResourceName> = Contract[N]['orderings'][number]

/** Refuses other names in what is inferred, where TypeScript ignores them beside a right one. */
export type Exact<Given, Allowed> = Given extends unknown
  ? Exclude<keyof Given, keyof Allowed> extends never
    ? unknown
    : { readonly [K in Exclude<keyof Given, keyof Allowed>]: never }
  : never

/** The columns of a table whose values are of a type. */
type ColumnOf<T extends keyof Tables, Value> = {
  [C in keyof Tables[T]]: SelectType<Tables[T][C]> extends Value | null ? C : never
}[keyof Tables[T]] &
  string

/** Only rows with these values. */
type Where<T extends keyof Tables> = {
  readonly [C in ColumnOf<T, string>]?: SelectType<Tables[T][C]> & string
}

/** A link in a table; see Link in resource.ts. */
interface LinkIn<T extends keyof Tables> {
  readonly table: T
  readonly own: ColumnOf<T, number>
  readonly target: keyof Tables[T] & string
  readonly order?: ColumnOf<T, number>
  readonly sort?: readonly (keyof Tables[T] & string)[]
  readonly where?: Where<T>
  readonly to?: ResourceName
}
type AnyLink = { [T in keyof Tables]: LinkIn<T> }[keyof Tables]

/** The relations to many of a resource. */
type ManyOf<N extends ResourceName> = {
  [K in keyof FieldsOf<N>]: FieldsOf<N>[K] extends { kind: 'many' } ? K : never
}[keyof FieldsOf<N>]

/** A link for each of the contract's relations to many, and for further ones that only the server knows. */
export type Links<N extends ResourceName> = { readonly [K in ManyOf<N>]: AnyLink } & Readonly<
  Record<string, AnyLink>
>

/** The contract's columns of a resource that hold text, lists as JSON. */
type TextOf<N extends ResourceName> = {
  [C in keyof ColumnsOf<Contract[N]>]: ColumnsOf<Contract[N]>[C] extends string | null ? C : never
}[keyof ColumnsOf<Contract[N]>] &
  string

type TargetOf<Relation> = Relation extends { to: infer R extends ResourceName } ? R : never

/** Paths to texts over at most so many of the contract's relations. */
type PathOver<N extends ResourceName, Relations extends 0 | 1 | 2> =
  | TextOf<N>
  | (Relations extends 0
      ? never
      : {
          [K in RelationsOf<Contract[N]>]: `${K}.${PathOver<
            TargetOf<FieldsOf<N>[K]>,
            Relations extends 2 ? 1 : 0
          >}`
        }[RelationsOf<Contract[N]>])

/** Paths to texts of a record or of related ones, also over the relations that only the server knows. */
type Path<N extends ResourceName, L> =
  | PathOver<N, 2>
  | { [K in keyof L & string]: `${K}.${PathOver<TargetOf<L[K]>, 1>}` }[keyof L & string]

/** A search path made by digits(). */
export type DigitsPath<P extends string> = string & { readonly digitsOf: P }
/** A search path made by shared(). */
export type SharedPath<P extends string> = string & { readonly sharedAt: P }
/** A search path made by joined(). */
export type JoinedPath<C extends string> = string & { readonly joinedFrom: C }

type SearchPath<N extends ResourceName, L> =
  | Path<N, L>
  | DigitsPath<Path<N, L>>
  | SharedPath<Path<N, L>>
  | JoinedPath<TextOf<N>>

/** Orderings, or match keys, with a column of that name and ending. */
type With<Names extends string, Ending extends string, N extends ResourceName> = {
  [Name in Names]: `${Name}${Ending}` extends keyof Tables[TableOf<N>] ? Name : never
}[Names]

/** What duplicates of a resource have in common, and the values by which they are looked for. */
type DuplicatesOf<N extends ResourceName> = Contract[N] extends {
  duplicates: infer D extends { criteria: object; parameters: Fields }
}
  ? D
  : { criteria: object; parameters: Fields }
export type DuplicateInput<N extends ResourceName> = Partial<
  InputOf<{ fields: DuplicatesOf<N>['parameters'] }>
>

/** Rows that exist only with a record; see CascadeRule in resource.ts. */
type AnyCascadeRule = {
  [R in ResourceName]: {
    readonly resource: R
    readonly by: ColumnOf<TableOf<R>, number>
    readonly where?: Where<TableOf<R>>
  }
}[ResourceName]

/** The columns of a resource's table that are not the contract's. */
type ServerColumns<N extends ResourceName> = Omit<Updateable<Tables[TableOf<N>]>, keyof Row<N>>

/** What a write stores: values by the contract's names, and columns of the server's own. */
export type Columns<N extends ResourceName> = Partial<Row<N>> & ServerColumns<N>

/** The values that a write sends, stores or leaves to the rules of `after`. */
export type Changes<N extends ResourceName> = Partial<Input<N>> & Columns<N>

type RequiredOf<N extends ResourceName> = {
  [K in keyof Row<N>]: K extends keyof Input<N>
    ? FieldsOf<N>[K & keyof FieldsOf<N>] extends { required: true }
      ? K
      : never
    : never
}[keyof Row<N>]

/** The values of a record as they will be after a write. Those that the server sets are absent from a new record. */
export type Values<N extends ResourceName> = Changes<N> & Pick<Row<N>, RequiredOf<N>>

/** Error texts by field. */
export type FieldErrors<N extends ResourceName> = { [K in keyof Input<N>]?: string }

/** The rules of a resource; see ServerResource in resource.ts. */
export interface Rules<N extends ResourceName, Errors, Computed, Prepared> {
  readonly check?: (
    values: Partial<Values<N>>,
    before: Row<N> | null,
    sent: Partial<Input<N>>,
  ) => Errors & Exact<NoInfer<Errors>, FieldErrors<N>>
  readonly compute?: (values: Values<N>) => Computed & Exact<NoInfer<Computed>, Columns<N>>
  readonly prepare?: (
    write: Write,
    values: Values<N>,
    context: { before: Row<N> | null; sent: Partial<Input<N>>; body: unknown },
  ) => Promise<Prepared & Exact<NoInfer<Prepared>, Columns<N>>>
  readonly after?: (
    write: Write,
    id: number,
    context: { values: Changes<N>; before: Row<N> | null },
  ) => Promise<void>
  readonly atMoment?: (record: Row<N>, moment: string, db: Kysely<Tables>) => Partial<Row<N>>
  readonly moved?: (write: Write, id: number, record: Row<N>) => Promise<void>
}

/** The links of a resource, to be declared where it has relations to many. */
type LinksPart<N extends ResourceName, L> = [ManyOf<N>] extends [never]
  ? { readonly links?: L & ExactLinks<NoInfer<L>> }
  : { readonly links: L & ExactLinks<NoInfer<L>> }

type ExactLinks<L> = { readonly [K in keyof L]: Exact<L[K], LinkIn<keyof Tables>> }

/** The declaration of a resource; what its parts mean, ServerResource in resource.ts says. */
export type Declaration<N extends ResourceName, L, Errors, Computed, Prepared> = LinksPart<N, L> &
  Parts<N, L, Errors, Computed, Prepared>

interface Parts<N extends ResourceName, L, Errors, Computed, Prepared> extends Rules<
  N,
  Errors,
  Computed,
  Prepared
> {
  readonly description: string
  readonly routes?: ServerResource['routes']
  readonly fullName?: readonly (readonly Path<N, NoInfer<L>>[])[]
  readonly computed?: ComputedColumns
  readonly search: readonly SearchPath<N, NoInfer<L>>[]
  readonly sortKeys?: { readonly [O in With<OrderingsOf<N>, '_key', N>]?: Path<N, NoInfer<L>> }
  readonly orderedBy?: { readonly [O in OrderingsOf<N>]?: keyof Tables[TableOf<N>] & string }
  readonly filterOrders?: { readonly [F in ColumnOf<TableOf<N>, string>]?: OrderingsOf<N> }
  readonly comparedBy?: {
    readonly [F in ColumnOf<TableOf<N>, number>]?: ComparedAmount<keyof ColumnsOf<Contract[N]> & string>
  }
  readonly foldedTexts?: readonly With<TextOf<N>, '_key', N>[]
  readonly mayBeEmpty?: readonly With<OrderingsOf<N>, '_ascending', N>[]
  readonly derived?: { readonly [C in ColumnOf<TableOf<N>, string>]?: Path<N, NoInfer<L>> }
  readonly matchKeys?: {
    readonly [By in With<keyof DuplicatesOf<N>['criteria'] & string, '_match', N>]?: MatchKey<TextOf<N>>
  }
  readonly duplicates?: {
    readonly [By in keyof DuplicatesOf<N>['criteria']]?: DuplicateCondition<DuplicateInput<N>>
  }
  readonly unique?: { readonly [C in With<TextOf<N>, '_key', N>]?: string }
  readonly uniqueTogether?: {
    readonly fields: readonly (keyof ColumnsOf<Contract[N]> & string)[]
    readonly text: string
  }
  readonly assertRemovable?: (write: Write, id: number) => Promise<void>
  readonly personal?: true
  readonly exclusive?: true
  readonly changesDaily?: true
  readonly clashes?: true
  readonly owner?: ColumnOf<TableOf<N>, number>
  readonly sharedBy?: ColumnOf<TableOf<N>, boolean>
  readonly readableBy?: ColumnOf<TableOf<N>, boolean>
  readonly ownersOnly?: readonly (keyof ColumnsOf<Contract[N]> & string)[]
  readonly limitedBy?: RelationsOf<Contract[N]>
  readonly limitedThrough?: readonly {
    readonly resource: ResourceName
    readonly by: ColumnOf<TableOf<N>, number>
  }[]
  readonly limitedWithAllOf?: ManyOf<N> & string
  readonly heldOfLinks?: Omit<HeldOfLinks, 'columns'> & {
    readonly relation: ManyOf<N>
    readonly named: ManyOf<N>
    readonly columns: { readonly [C in keyof Tables[TableOf<N>]]-?: HeldOfLinks['columns'][string] }
  }
  readonly confidential?: readonly RelationsOf<Contract[N]>[]
  readonly listParameters?: Readonly<Record<string, ListParameter<keyof ColumnsOf<Contract[N]> & string>>>
  readonly contents?: ContentColumns<N>
  readonly externalContentColumns?: ContentColumns<N>
  readonly bodyNames?: readonly string[]
  readonly cascades?: readonly AnyCascadeRule[]
  readonly isCascaded?: true
  readonly restrictDelete?: true
}

/** For each link field, a column about its content. */
type ContentColumns<N extends ResourceName> = {
  readonly [K in keyof FieldsOf<N> as FieldsOf<N>[K] extends { kind: 'signedUrl' } ? K : never]?: ColumnOf<
    TableOf<N>,
    string
  >
}
