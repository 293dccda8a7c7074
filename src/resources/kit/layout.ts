import { contract, type Contract, type ResourceName, type Row } from '../../contract'
import type { Fields } from '../../contract/fields'
import { schemaOf } from '../../ui/form/schemaOf'
import { valuesOf, type FormValues } from '../../ui/form/values'

/** The writable fields. */
type WrittenIn<F extends Fields> = {
  [K in keyof F]: F[K] extends { readOnly: true } ? never : K
}[keyof F] &
  string
export type Written<N extends ResourceName> = WrittenIn<Contract[N]['fields']>

/** Fields under one heading. */
export interface Section<K extends string> {
  readonly title: string
  /** A line of explanation. */
  readonly help?: string
  readonly fields: readonly K[]
}

type Sections<K extends string> = Readonly<Record<string, Section<K>>>
type VisibleIn<S extends Sections<string>> = S[keyof S]['fields'][number]

/** Where fields are missing, a type error that names them. */
export type Complete<N extends ResourceName, Named extends string> = [Exclude<Written<N>, Named>] extends [
  never,
]
  ? unknown
  : { readonly theFormLacks: Exclude<Written<N>, Named> }

/** The sections of a form. */
export interface Layout<
  N extends ResourceName,
  K extends Written<N> = Written<N>,
  S extends string = string,
> {
  readonly resource: N
  readonly sections: { readonly [Name in S]: Section<K> }
  /** Fields handled outside the layout. */
  readonly elsewhere?: readonly string[]
  /** Every field with an input, in order. */
  readonly names: readonly K[]
}

/** The values of a form of this layout. */
export type ValuesOf<L> =
  L extends Layout<infer N, infer K>
    ? FormValues<Contract[N]['fields'], K & keyof Contract[N]['fields']>
    : never

/**
 * Declares a form's layout. Every writable field is in a section or listed as handled elsewhere: the compiler reports a
 * field of the contract that is missing here.
 */
export const defineLayout = <
  N extends ResourceName,
  const S extends Sections<Written<N>>,
  const O extends readonly Written<N>[] = [],
>(
  resource: N,
  sections: S & Complete<N, VisibleIn<S> | O[number]>,
  elsewhere?: O,
) =>
  ({
    resource,
    sections,
    elsewhere,
    names: Object.values<Section<string>>(sections as S).flatMap(({ fields }) => fields),
  }) as unknown as Layout<N, VisibleIn<S> & Written<N>, keyof S & string>

/** Declares a form without sections: all writable fields. */
export const simpleLayout = <N extends ResourceName, K extends Written<N>>(
  resource: N,
  fields: readonly K[],
): Layout<N, K> => ({
  resource,
  sections: { plain: { title: contract[resource].title, fields } },
  names: fields,
})

/** The schema of a layout, by the contract's rules and texts. */
export const layoutSchema = <N extends ResourceName, K extends Written<N>>({
  resource,
  names,
}: Layout<N, K>) => schemaOf<Contract[N]['fields'], K>(contract[resource], names)

/** The initial values of a layout: a record's values, or the defaults of a new one. */
export const layoutValues = <N extends ResourceName, K extends Written<N>>(
  { resource, names }: Layout<N, K>,
  row?: Partial<Row<N>>,
) => valuesOf<Contract[N]['fields'], K>(contract[resource], names, row as never)
