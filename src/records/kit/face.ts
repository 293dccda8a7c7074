import type { ReactNode } from 'react'
import type { Contract, ResourceName, Row } from '../../contract'
import type { DateFormat } from '../../ui/value/dates'
import type { Typed } from '../../ui/value/numbers'

export type FieldName<N extends ResourceName> = keyof Contract[N]['fields'] & string

/** A record, or what a form holds of one, as far as it is known. */
export type Known<N extends ResourceName> = {
  readonly [K in keyof Row<N>]?: Row<N>[K] | (number extends Row<N>[K] ? Typed : null) | undefined
}

/** How a field is asked where its kind leaves a choice: text of several lines, a colour, a number that names something. */
export type InputStyle = 'lines' | 'color' | 'serial'

/** How people meet a field of a record, wherever it stands: in lists, details, forms, reviews and conflicts. */
export interface Face<N extends ResourceName> {
  /** Beside the value, and above the input. */
  readonly label: string
  /** At the head of a column, where that has other words. */
  readonly heading?: string
  /** One sentence below the input. */
  readonly help?: string
  /** Before a number. */
  readonly prefix?: '$'
  /** Behind a number: 'dth'. It may depend on the rest of the record. */
  readonly unit?: (record: Known<N>) => string
  /** Of a day or a moment. */
  readonly format?: DateFormat
  /** What the options of a choice are called, where not by their value. */
  readonly nameOf?: (option: never) => string
  /** Options that are chosen most often; each has a button of its own. */
  readonly common?: readonly (string | number)[]
  readonly input?: InputStyle
  /** In a form it takes the whole width. */
  readonly wide?: true
  /** The value in words, where its kind does not say it all. Called only where there is one. */
  readonly show?: (record: Known<N>) => ReactNode
}

/** Of a field that people never meet by itself. */
export const unseen = null

/** A face for every field of a resource: one that is added to the contract is missed here by the compiler. */
export type FacesOf<N extends ResourceName> = { readonly [K in FieldName<N>]: Face<N> | typeof unseen }

/** The faces of a resource's records. */
export interface RecordFaces<N extends ResourceName, K extends FieldName<N> = FieldName<N>> {
  readonly resource: N
  readonly faces: { readonly [Seen in K]: Face<N> }
}

type SeenIn<F> = { [K in keyof F]: F[K] extends null ? never : K }[keyof F]

/** Declares how the fields of a resource meet people. */
export const defineFaces = <N extends ResourceName, const F extends FacesOf<N>>(
  resource: N,
  faces: F & FacesOf<N>,
) => ({ resource, faces }) as unknown as RecordFaces<N, SeenIn<F> & FieldName<N>>

/** What the server keeps on every record (API-6); columns of lists write it as a title. */
export const stampFaces = {
  version: { label: 'Version' },
  created_by: { label: 'Created by', heading: 'Created By' },
  created_at: { label: 'Created at', heading: 'Created At' },
  modified_by: { label: 'Modified by', heading: 'Modified By' },
  modified_at: { label: 'Modified at', heading: 'Modified At' },
} as const

/** The same, dates in the words of the screens that name months by three letters (BID-12). */
export const shortStampFaces = {
  ...stampFaces,
  created_at: { ...stampFaces.created_at, format: 'namedMoment' },
  modified_at: { ...stampFaces.modified_at, format: 'namedMoment' },
} as const

/** How one field meets people. */
export const faceOf = <N extends ResourceName, K extends FieldName<N>>(
  { faces }: RecordFaces<N, K>,
  name: NoInfer<K>,
): Face<N> => (faces as Readonly<Record<string, Face<N>>>)[name] as Face<N>
