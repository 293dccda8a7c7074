import type { Row } from '../../contract'
import { columnOf } from '../kit/columnOf'
import { RecordName } from '../kit/RecordName'
import { valueOf } from '../kit/valueOf'
import { fieldMeta } from './fieldMeta'

/** Shows a field of a period, struck through where the period is cancelled (USE-5). */
const struck = (name: 'read_from' | 'read_to' | 'quantity' | 'volume_dth') => (row: Row<'billPeriods'>) => {
  const shown = valueOf(fieldMeta, name, row)
  return row.status === 'cancelled' && shown !== null ? <s>{shown}</s> : shown
}

/** The columns of bill periods, left to right; cancelled ones are told by their status too. */
export const columns = [
  columnOf(fieldMeta, 'read_from', {
    isName: true,
    width: '14%',
    show: struck('read_from'),
  }),
  columnOf(fieldMeta, 'read_to', { width: '12%', show: struck('read_to') }),
  columnOf(fieldMeta, 'meter', { show: ({ meter }) => <RecordName resource="meters" id={meter} /> }),
  columnOf(fieldMeta, 'quantity', {
    show: struck('quantity'),
    // Each has its own unit.
    exported: () => [
      { name: 'quantity', title: 'Quantity' },
      { name: 'unit', title: 'Unit' },
    ],
  }),
  columnOf(fieldMeta, 'volume_dth', { isOnCards: true, show: struck('volume_dth') }),
  columnOf(fieldMeta, 'days', { width: '8%' }),
  columnOf(fieldMeta, 'read_type', { isOnCards: true }),
  columnOf(fieldMeta, 'status', { isOnCards: true }),
]
