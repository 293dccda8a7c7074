import type { ReactNode } from 'react'
import type { Contract, ResourceName, Row } from '../../contract'
import type { DateFormat } from '../../ui/value/dates'
import type { Typed } from '../../ui/value/numbers'

export type FieldName<N extends ResourceName> = keyof Contract[N]['fields'] & string

/** A record or a form's values, as far as known. */
export type Known<N extends ResourceName> = {
  readonly [K in keyof Row<N>]?: Row<N>[K] | (number extends Row<N>[K] ? Typed : null) | undefined
}

/** Variants of a field's input: a colour, an identifying number. */
export type InputStyle = 'color' | 'serial'

/** Metadata of a field: its label, format, unit, help and input, for lists, details, forms, reviews and conflicts. */
export interface FieldMeta<N extends ResourceName> {
  /** Label of the value and the input. */
  readonly label: string
  /** Column header, where it differs. */
  readonly heading?: string
  /** One sentence below the input. */
  readonly help?: string
  /** Before a number. */
  readonly prefix?: '$'
  /** After a number: 'dth'. May depend on the rest of the record. */
  readonly unit?: (record: Known<N>) => string
  /** Format of a day or a moment. */
  readonly format?: DateFormat
  /** Labels of a choice's options, where they differ from the values. */
  readonly nameOf?: (option: never) => string
  /** The most common options; each has a button. */
  readonly common?: readonly (string | number)[]
  readonly input?: InputStyle
  /** Full width in forms. */
  readonly wide?: true
  /** Custom rendering of a value. Not called for empty values. */
  readonly show?: (record: Known<N>) => ReactNode
}

/** For fields that are never shown by themselves. */
export const excludedFields = null

/** Metadata for every field of a resource: the compiler reports a field of the contract that is missing here. */
export type FieldMetaOf<N extends ResourceName> = {
  readonly [K in FieldName<N>]: FieldMeta<N> | typeof excludedFields
}

/** The field metadata of a resource. */
export interface RecordFieldMeta<N extends ResourceName, K extends FieldName<N> = FieldName<N>> {
  readonly resource: N
  readonly fieldMeta: { readonly [Seen in K]: FieldMeta<N> }
}

type VisibleField<F> = { [K in keyof F]: F[K] extends null ? never : K }[keyof F]

/** Declares the field metadata of a resource. */
export const defineFieldMeta = <N extends ResourceName, const F extends FieldMetaOf<N>>(
  resource: N,
  fieldMeta: F & FieldMetaOf<N>,
) => ({ resource, fieldMeta }) as unknown as RecordFieldMeta<N, VisibleField<F> & FieldName<N>>

/** When and by whom a record was deleted (TRUST-48). */
export const trashFieldMeta = {
  deleted_at: { label: 'Deleted at', heading: 'Deleted' },
  deleted_by: { label: 'Deleted by', heading: 'Deleted By' },
} as const

/** The stamps of every record (API-6); column headers are capitalized. */
export const stampFieldMeta = {
  version: { label: 'Version' },
  created_by: { label: 'Created by', heading: 'Created By' },
  created_at: { label: 'Created at', heading: 'Created At' },
  modified_by: { label: 'Modified by', heading: 'Modified By' },
  modified_at: { label: 'Modified at', heading: 'Modified At' },
  ...trashFieldMeta,
} as const

/** The same, with abbreviated months (BID-12). */
export const shortStampFieldMeta = {
  ...stampFieldMeta,
  created_at: { ...stampFieldMeta.created_at, format: 'namedMoment' },
  modified_at: { ...stampFieldMeta.modified_at, format: 'namedMoment' },
  deleted_at: { ...stampFieldMeta.deleted_at, format: 'namedMoment' },
} as const

/** The metadata of one field. */
export const fieldMetaOf = <N extends ResourceName, K extends FieldName<N>>(
  { fieldMeta }: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
): FieldMeta<N> => (fieldMeta as Readonly<Record<string, FieldMeta<N>>>)[name] as FieldMeta<N>
