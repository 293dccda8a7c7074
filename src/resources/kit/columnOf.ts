import { contract, fieldOf, type ResourceName, type Row } from '../../contract'
import type { Field } from '../../contract/fields'
import type { Column } from '../../ui/table/columns'
import { fieldMetaOf, type FieldName, type RecordFieldMeta } from './fieldMeta'
import { valueOf } from './valueOf'

const numbers: readonly Field['kind'][] = ['number', 'integer']

/** A list column of one field; sortable where the contract has an ordering for it. */
export const columnOf = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
  options: Partial<Column<Row<N>>> = {},
): Column<Row<N>> => {
  const { orderings } = contract[of.resource]
  const { kind } = fieldOf(of.resource, name)
  const { label, heading, input } = fieldMetaOf(of, name)
  return {
    key: name,
    title: heading ?? label,
    sortable: orderings.some((known) => known === name),
    ...(numbers.includes(kind) && input !== 'serial' && { align: 'right' }),
    ...((kind === 'timestamp' || kind === 'dayOrMoment') && { isTall: true }),
    show: (row) => valueOf(of, name, row),
    ...options,
  }
}
