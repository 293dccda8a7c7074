import { defineFaces, stampFaces, unseen } from '../kit/face'

/** fieldMeta of tags. */
export const tagFaces = defineFaces('tags', {
  tag_id: unseen,
  name: { label: 'Name' },
  color: { label: 'Color', input: 'color' },
  description: { label: 'Description' },
  ...stampFaces,
})
