import { defineFaces, stampFaces, unseen } from '../kit/face'

/** How a note meets people, field by field. */
export const noteFaces = defineFaces('notes', {
  id: unseen,
  description: { label: 'Note' },
  object_id: unseen,
  content_type: unseen,
  ...stampFaces,
})
