/** The name of a contact in one cell, 'Last, First', as lists show and exports write it (IMP-9). */
import { rulesOf, type RecordImport } from '../../../../src/contract/recordImports'
import type { ApiRecord } from '../../../kit/read/records'
import { keyOfText } from '../../../kit/write/derive'
import { RefusedCell } from '../cells'

/** What a cell says of a name. */
export interface WholeName {
  /** The column of the file. */
  readonly column: string
  /** As the record would show it. */
  readonly text: string
  /** Its fields; null where it cannot be told which word is of which. */
  readonly parts: { readonly first_name: string; readonly last_name: string } | null
}

/** The column of an import that holds a whole name; undefined: it has none. */
export const wholeNameColumn = (name: RecordImport): string | undefined => rulesOf(name).whole?.field

/** Reads a name: 'Last, First', with what further first names there are, or two words as 'First Last'. */
export function readWholeName(column: string, cell: string): WholeName {
  const text = cell.trim().replaceAll(/\s+/g, ' ')
  const inOrder = /^([^,]*[^, ]) ?, ?([^, ][^,]*)$/.exec(text)
  const inWords = /^([^, ]+) ([^, ]+)$/.exec(text)
  const last_name = inOrder?.[1] ?? inWords?.[2]
  const first_name = inOrder?.[2] ?? inWords?.[1]
  if (first_name === undefined || last_name === undefined) return { column, text, parts: null }
  return { column, text: `${last_name}, ${first_name}`, parts: { first_name, last_name } }
}

/**
 * The fields that a name says of a record, which may be stored: none where the record is called so already.
 * @throws RefusedCell for one that cannot be told apart into its fields.
 */
export function fieldsOfName({ text, parts }: WholeName, stored: ApiRecord | null): Record<string, string> {
  const known = stored === null ? null : String(stored['name'])
  if (known === text) return {}
  if (parts) return { ...parts, first_name: withoutMiddle(parts.first_name, stored) }
  if (known !== null && keyOfText(known) === keyOfText(text)) return {}
  throw new RefusedCell('Name: Write it as Last, First.')
}

/** First names without the middle name that a record has by itself: both stand behind the comma. */
function withoutMiddle(first: string, stored: ApiRecord | null): string {
  const middle = stored?.['middle_name']
  return typeof middle === 'string' && middle !== '' && first.endsWith(` ${middle}`)
    ? first.slice(0, -middle.length - 1)
    : first
}
