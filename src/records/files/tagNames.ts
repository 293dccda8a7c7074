import { fileTags } from '../../contract/files'
import type { FileTags } from './uploadQueue'

/** 'Credit_Support' reads 'Credit Support'. */
export const tagName = (tag: FileTags[number]) => tag.replaceAll('_', ' ')

/** What a file can be marked as (OPN-6). */
export const tagOptions = fileTags.map((tag) => ({ value: tag, label: tagName(tag) }))
