import { defineFaces, trashFaces, unseen } from '../kit/face'
import { OwnerName } from '../kit/OwnerName'
import { formatBytes } from '../../ui/value/numbers'
import { tagName } from './tagNames'

/** fieldMeta of files. */
export const fileFaces = defineFaces('files', {
  file_id: unseen,
  filename: { label: 'File' },
  file: unseen,
  object_id: { label: 'Belongs to', show: ({ object_id }) => <OwnerName objectId={object_id ?? ''} /> },
  content_type: unseen,
  tags: { label: 'Tags', nameOf: tagName },
  size: { label: 'Size', show: ({ size }) => formatBytes(Number(size ?? 0)) },
  media_type: unseen,
  created_by: { label: 'Created by', heading: 'Created By' },
  created_at: { label: 'Created at', heading: 'Created At' },
  ...trashFaces,
})
