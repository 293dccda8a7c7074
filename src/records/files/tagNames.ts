import { fileTags } from '../../contract/files'
import type { FileTags } from './uploadQueue'

/** 'Credit_Support' becomes 'Credit Support'. */
export const tagName = (tag: FileTags[number]) => tag.replaceAll('_', ' ')

/** The tags of a file as options (OPN-6). */
export const tagOptions = fileTags.map((tag) => ({ value: tag, label: tagName(tag) }))
