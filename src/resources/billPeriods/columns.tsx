import { DateText } from '../../ui/value/DateText'
import { columnOf } from '../kit/columnOf'
import { RecordName } from '../kit/RecordName'
import { fieldMeta } from './fieldMeta'

/** The columns of bill periods, left to right; cancelled ones are told by their status too. */
export const columns = [
  columnOf(fieldMeta, 'read_from', {
    isName: true,
    width: '14%',
    show: ({ read_from, status }) => {
      const day = <DateText value={read_from} format="day" />
      return status === 'cancelled' ? <s>{day}</s> : day
    },
  }),
  columnOf(fieldMeta, 'read_to', { width: '12%' }),
  columnOf(fieldMeta, 'meter', { show: ({ meter }) => <RecordName resource="meters" id={meter} /> }),
  columnOf(fieldMeta, 'quantity', {
    // Each has its own unit.
    exported: () => [
      { name: 'quantity', title: 'Quantity' },
      { name: 'unit', title: 'Unit' },
    ],
  }),
  columnOf(fieldMeta, 'volume_dth'),
  columnOf(fieldMeta, 'days', { width: '8%' }),
  columnOf(fieldMeta, 'read_type'),
  columnOf(fieldMeta, 'status'),
]
