import { contract } from '../../src/contract'
import { problems } from '../../src/contract/problems'
import { isVisible, textProblem, withoutMarks } from '../../src/contract/textRules'
import type { Write } from '../kit/context'
import { invalidFields } from '../kit/errors'
import { defineResource } from '../kit/define'
import { ownerColumns, ownerParameters } from './owners'
import { markForReadiness } from './readiness'
import type { Upload } from './uploads'

declare module '../db/tables' {
  interface ServerColumns {
    files: Searched &
      CascadedColumns &
      Owned & {
        /** Key of the content in the file store. */
        storage_key: string
        filename_key: string
      }
  }
}

const { max } = contract.files.fields.filename
/** Characters of a name as sent, including invisible ones. */
const maxSent = 4_096

/**
 * A name exactly as sent, including spaces at its ends: it is never used as a path. Like every text of one line it
 * holds no control characters, and no marks that would reorder its display.
 */
function exactName(filename: unknown): string {
  if (typeof filename !== 'string') throw invalidFields({ filename: 'Enter text.' })
  if (filename.length > maxSent) throw invalidFields({ filename: problems.tooLong(max) })
  const name = withoutMarks(filename).replaceAll(/^[\t\r\n]+|[\t\r\n]+$/g, '')
  const problem = textProblem(name)
  if (problem !== null) throw invalidFields({ filename: problem })
  if (!isVisible(name)) throw invalidFields({ filename: problems.required })
  if (name.length > max) throw invalidFields({ filename: problems.tooLong(max) })
  return name
}

export const files = defineResource('files', {
  description: 'Files that hang on opportunities, bids, organizations and contacts.',
  routes: 'own',
  search: ['filename'],
  sortKeys: { filename: 'filename' },
  contents: { file: 'storage_key' },
  isCascaded: true,
  // Set by files.routes.ts.
  bodyNames: ['upload'],
  listParameters: ownerParameters,
  // A file never changes; files.routes.ts composes its body.
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
  after: (write, id) => markOwner(write, id),
  moved: (write, id) => markOwner(write, id),
})

/** Letters of authorization of opportunities and organizations say whether these are ready to be priced (RDY-1). */
async function markOwner(write: Write, id: number): Promise<void> {
  const row = await write.db
    .selectFrom('files')
    .select(['owner_type', 'owner_id', 'tags'])
    .where('file_id', '=', id)
    .executeTakeFirst()
  if (!row?.tags.includes('"LOA"')) return
  const { owner_type: type, owner_id } = row
  if (type === 'opportunity' || type === 'organization') await markForReadiness(write, type, [owner_id])
}
