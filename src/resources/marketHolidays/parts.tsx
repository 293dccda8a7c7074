import { marketHolidaysApi } from '../../api/marketApi'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { defineParts } from '../kit/resourceView'

export const fieldMeta = defineFieldMeta('marketHolidays', {
  holiday_id: excludedFields,
  day: { label: 'Day', format: 'namedDay' },
  name: { label: 'Name' },
  ...stampFieldMeta,
})

/** The fields of the form, in order. */
export const fields = ['day', 'name'] as const

/** The columns of the list, left to right. */
export const columns = [
  columnOf(fieldMeta, 'name', { isName: true, width: '45%' }),
  columnOf(fieldMeta, 'day', { width: '25%' }),
  columnOf(fieldMeta, 'modified_at', { matters: 'wide' }),
]

/** Market holidays in the palette. */
export const parts = defineParts({ fieldMeta, search: { endpoint: marketHolidaysApi.list } })
