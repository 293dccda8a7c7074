import { contract, fieldOf, type ResourceName, type Row } from '../../contract'
import type { Field } from '../../contract/fields'
import type { Column, ExportedColumn } from '../../ui/table/columns'
import { fieldMetaOf, type FieldName, type RecordFieldMeta } from './fieldMeta'
import { valueOf } from './valueOf'

const numbers: readonly Field['kind'][] = ['number', 'integer']

/** A field as a column of an exported file: the words of its options, and its unit, where all rows have the same. */
const exportedOf = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
  title: string,
): ExportedColumn => {
  const field = fieldOf(of.resource, name)
  const { prefix, unit, nameOf } = fieldMetaOf(of, name)
  const options = field.kind === 'boolean' ? [true, false] : 'options' in field ? (field.options ?? []) : []
  // The server adds the unit of quantities, which it converts.
  const units = 'quantity' in field ? [] : [prefix, unit?.({})].filter(Boolean)
  return {
    name,
    title: units.length > 0 ? `${title} (${units.join(' ')})` : title,
    ...(nameOf && {
      labels: Object.fromEntries(options.map((option) => [String(option), nameOf(option as never)])),
    }),
  }
}

/** CSS pixels of 'Sep 30, 2026', 'September 30, 2026', '09/30/2026', '2,378,910 dth', and an identifier of ten digits. */
const leastOf = (field: Field, format: string | undefined): number => {
  if (format?.startsWith('named')) return 116
  if (field.kind === 'timestamp' || field.kind === 'dayOrMoment') return 144
  if (field.kind === 'date') return 104
  if (field.kind === 'number') return 112
  return 'shape' in field && field.shape === 'identifier' ? 110 : 0
}

/** A list column of one field; sortable where the contract has an ordering for it. */
export const columnOf = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
  options: Partial<Column<Row<N>>> = {},
): Column<Row<N>> => {
  const { orderings } = contract[of.resource]
  const field: Field = fieldOf(of.resource, name)
  const { kind } = field
  const { label, heading, input, format } = fieldMetaOf(of, name)
  return {
    key: name,
    title: heading ?? label,
    sortable: orderings.some((known) => known === name),
    ...(numbers.includes(kind) && input !== 'serial' && { align: 'right' }),
    ...((kind === 'timestamp' || kind === 'dayOrMoment') && { isTall: true }),
    least: leastOf(field, format),
    show: (row) => valueOf(of, name, row),
    exported: () => [exportedOf(of, name, options.title ?? heading ?? label)],
    ...options,
  }
}
