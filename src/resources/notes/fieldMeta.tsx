import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { OwnerName } from '../kit/OwnerName'

/** Metadata of the fields of notes. */
export const noteFieldMeta = defineFieldMeta('notes', {
  id: excludedFields,
  description: { label: 'Note' },
  object_id: { label: 'Belongs to', show: ({ object_id }) => <OwnerName objectId={object_id ?? ''} /> },
  content_type: excludedFields,
  ...stampFieldMeta,
})
