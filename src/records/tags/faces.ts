import { defineFaces, stampFaces, unseen } from '../kit/face'

/** How a tag meets people, field by field. */
export const tagFaces = defineFaces('tags', {
  tag_id: unseen,
  name: { label: 'Name' },
  color: { label: 'Color', input: 'color' },
  description: { label: 'Description' },
  ...stampFaces,
})
