import { tagsApi } from '../../api/tagsApi'
import { Badge } from '../../ui/value/Badge'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { defineParts } from '../kit/resourceView'

export const fieldMeta = defineFieldMeta('tags', {
  tag_id: excludedFields,
  name: { label: 'Name' },
  color: { label: 'Color', input: 'color' },
  description: { label: 'Description' },
  ...stampFieldMeta,
})

/** The fields of the form, in order (TAG-2). */
export const fields = ['name', 'color', 'description'] as const

/** The columns of the list, left to right (TAG-1). */
export const columns = [
  columnOf(fieldMeta, 'name', {
    isName: true,
    width: '24%',
    show: ({ name, color }) => <Badge text={name} color={color} />,
  }),
  columnOf(fieldMeta, 'color', { width: '12%', hasLine: true }),
  columnOf(fieldMeta, 'description', { hasLine: true }),
  columnOf(fieldMeta, 'modified_at', { width: '16%', hasLine: true, matters: 'wide' }),
]

/** Tags in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: tagsApi.list, details: ({ description }) => [description] },
  trash: {},
})
