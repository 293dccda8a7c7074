import { defineFaces, stampFaces, unseen } from '../kit/face'
import { OwnerName } from '../kit/OwnerName'

/** fieldMeta of notes. */
export const noteFaces = defineFaces('notes', {
  id: unseen,
  description: { label: 'Note' },
  object_id: { label: 'Belongs to', show: ({ object_id }) => <OwnerName objectId={object_id ?? ''} /> },
  content_type: unseen,
  ...stampFaces,
})
