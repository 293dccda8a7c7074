import { defineFieldMeta, trashFieldMeta, excludedFields } from '../kit/fieldMeta'
import { OwnerName } from '../kit/OwnerName'
import { formatBytes } from '../../ui/value/numbers'
import { fileTags } from '../../contract/files'
import type { FileTags } from './uploadQueue'

/** 'Credit_Support' becomes 'Credit Support'. */
export const tagName = (tag: FileTags[number]) => tag.replaceAll('_', ' ')

/** The tags of a file as options (OPN-6). */
export const tagOptions = fileTags.map((tag) => ({ value: tag, label: tagName(tag) }))

/** Metadata of the fields of files. */
export const fileFieldMeta = defineFieldMeta('files', {
  file_id: excludedFields,
  filename: { label: 'File' },
  file: excludedFields,
  object_id: { label: 'Belongs to', show: ({ object_id }) => <OwnerName objectId={object_id ?? ''} /> },
  content_type: excludedFields,
  tags: { label: 'Tags', nameOf: tagName },
  size: { label: 'Size', show: ({ size }) => formatBytes(Number(size ?? 0)) },
  media_type: excludedFields,
  created_by: { label: 'Created by', heading: 'Created By' },
  created_at: { label: 'Created at', heading: 'Created At' },
  ...trashFieldMeta,
})
