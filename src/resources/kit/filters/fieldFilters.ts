import type { Field } from '../../../contract/fields'
import type { FilterOperator } from '../../../contract/filters'
import type { ListControl } from '../../../ui/list/useListState'
import type { FieldMeta } from '../fieldMeta'

/** A field that a list can be filtered by, with its words. */
export interface FilterableField {
  name: string
  field: Field
  meta: FieldMeta<never>
}

export interface FilterPartProps {
  list: ListControl
  /** In the order of the contract. */
  fields: readonly FilterableField[]
}

/** The parameters of a field that are in use, by their operators. */
export type FieldValues = Partial<Record<FilterOperator, string>>

export interface ActiveFilter extends FilterableField {
  filters: FieldValues
  /** Their names in the address. */
  parameters: readonly string[]
}

/** The name of an option, as lists show it. */
export const optionName = (
  { field, meta }: Pick<FilterableField, 'field' | 'meta'>,
  value: string,
): string => {
  const option =
    field.kind === 'list' ? (field.options?.find((known) => String(known) === value) ?? value) : value
  return meta.nameOf ? meta.nameOf(option as never) : String(option)
}
