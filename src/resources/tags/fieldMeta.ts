import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'

/** Metadata of the fields of tags. */
export const tagFieldMeta = defineFieldMeta('tags', {
  tag_id: excludedFields,
  name: { label: 'Name' },
  color: { label: 'Color', input: 'color' },
  description: { label: 'Description' },
  ...stampFieldMeta,
})
