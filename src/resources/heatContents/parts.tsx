import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { RecordName } from '../kit/RecordName'
import { defineParts } from '../kit/resourceView'

export const fieldMeta = defineFieldMeta('heatContents', {
  heat_content_id: excludedFields,
  utility: { label: 'Utility' },
  valid_from: { label: 'Valid From', format: 'day' },
  mmbtu_per_mcf: { label: 'Heat Content', unit: () => 'MMBtu per mcf' },
  ...stampFieldMeta,
})

/** The fields of the form, in order. */
export const fields = ['utility', 'valid_from', 'mmbtu_per_mcf'] as const

/** The columns of the list, left to right. */
export const columns = [
  columnOf(fieldMeta, 'utility', {
    isName: true,
    width: '35%',
    show: ({ utility }) => <RecordName resource="utilities" id={utility} />,
  }),
  columnOf(fieldMeta, 'valid_from', { width: '17%' }),
  columnOf(fieldMeta, 'mmbtu_per_mcf', { width: '28%' }),
  columnOf(fieldMeta, 'modified_at', { matters: 'wide' }),
]

/** Heat contents have no name by which the palette could find them. */
export const parts = defineParts({ fieldMeta, search: null })
