import { contract, type Contract, type ResourceName, type Row } from '../../contract'
import type { Fields } from '../../contract/kit'
import { schemaOf } from '../../ui/form/schemaOf'
import { valuesOf, type FormValues } from '../../ui/form/values'

/** The fields that people write. */
type WrittenIn<F extends Fields> = {
  [K in keyof F]: F[K] extends { readOnly: true } ? never : K
}[keyof F] &
  string
export type Written<N extends ResourceName> = WrittenIn<Contract[N]['fields']>

/** Fields that are asked under one heading. */
export interface Section<K extends string> {
  readonly title: string
  /** A line for who does not know what is asked here. */
  readonly help?: string
  readonly fields: readonly K[]
}

type Sections<K extends string> = Readonly<Record<string, Section<K>>>
type AskedIn<S extends Sections<string>> = S[keyof S]['fields'][number]

/** Where fields are missing, an error that names them. */
export type Complete<N extends ResourceName, Named extends string> = [Exclude<Written<N>, Named>] extends [
  never,
]
  ? unknown
  : { readonly theFormLacks: Exclude<Written<N>, Named> }

/** What a form asks of a resource, from its top to its end. */
export interface Layout<
  N extends ResourceName,
  K extends Written<N> = Written<N>,
  S extends string = string,
> {
  readonly resource: N
  readonly sections: { readonly [Name in S]: Section<K> }
  /** The fields that something else takes care of. */
  readonly elsewhere?: readonly string[]
  /** Every field that is asked, in order. */
  readonly names: readonly K[]
}

/** The values of a form of this layout. */
export type ValuesOf<L> =
  L extends Layout<infer N, infer K>
    ? FormValues<Contract[N]['fields'], K & keyof Contract[N]['fields']>
    : never

/**
 * Lays out a form. Every field that people write stands in a section, or among those that something else takes care of:
 * one that is added to the contract is missed here by the compiler.
 */
export const defineLayout = <
  N extends ResourceName,
  const S extends Sections<Written<N>>,
  const O extends readonly Written<N>[] = [],
>(
  resource: N,
  sections: S & Complete<N, AskedIn<S> | O[number]>,
  elsewhere?: O,
) =>
  ({
    resource,
    sections,
    elsewhere,
    names: Object.values<Section<string>>(sections as S).flatMap(({ fields }) => fields),
  }) as unknown as Layout<N, AskedIn<S> & Written<N>, keyof S & string>

/** Lays out a form that needs no sections: its fields, of which none that people write may be missing. */
export const plainLayout = <N extends ResourceName, K extends Written<N>>(
  resource: N,
  fields: readonly K[],
): Layout<N, K> => ({
  resource,
  sections: { plain: { title: contract[resource].title, fields } },
  names: fields,
})

/** The rules of a laid-out form: the contract's, in its words. */
export const layoutSchema = <N extends ResourceName, K extends Written<N>>({
  resource,
  names,
}: Layout<N, K>) => schemaOf<Contract[N]['fields'], K>(contract[resource], names)

/** What a laid-out form begins with: a record's values, or the defaults of a new one. */
export const layoutValues = <N extends ResourceName, K extends Written<N>>(
  { resource, names }: Layout<N, K>,
  row?: Partial<Row<N>>,
) => valuesOf<Contract[N]['fields'], K>(contract[resource], names, row as never)
