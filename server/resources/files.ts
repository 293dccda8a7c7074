import { contract } from '../../src/contract'
import { invalidFields } from '../kit/errors'
import { isStorable } from '../kit/input'
import { defineResource } from '../kit/define'
import { ownerColumns, ownerParameters } from './owners'
import type { Upload } from './uploads'

const { max } = contract.files.fields.filename

/**
 * A name as it was sent, spaces at its ends included: it is never used as a path. Line ends and other control
 * characters become spaces; no list and no header has a place for them.
 */
function exactName(filename: unknown): string {
  if (typeof filename !== 'string' || !isStorable(filename))
    throw invalidFields({ filename: 'Contains characters that cannot be stored.' })
  if (filename.length > max) throw invalidFields({ filename: `At most ${max} characters.` })
  return filename.replaceAll(/\r\n|[\p{Cc}\u2028\u2029]/gu, ' ')
}

export const files = defineResource('files', {
  table: 'files',
  search: ['filename'],
  keys: { filename: 'filename' },
  contents: { file: 'storage_key' },
  heldByOthers: true,
  where: ownerParameters,
  // A file never changes; its body is what files.routes.ts has put together.
  prepare: async (write, values, { body }) => {
    const { upload, filename } = body as { upload: Upload; filename: unknown }
    return {
      filename: exactName(filename),
      size: upload.size,
      media_type: upload.mediaType,
      storage_key: upload.key,
      ...(await ownerColumns(write, values)),
    }
  },
})
