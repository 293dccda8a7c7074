import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAppStore } from '../../api/kit/hooks'
import type { Update } from '../../api/kit/mutations'
import { idOf, type Input, type ResourceName, type Row } from '../../contract'
import { selectRow } from '../../store/entities'
import type { InlineSave, Stored } from '../../ui/form/InlineField'
import type { RecordFieldMeta } from './fieldMeta'
import { mergeChanges } from './mergeChanges'
import type { Sent } from './useCreation'

/** Maximum number of attempts against concurrent changes of the record. */
const attempts = 5

/** The fields of a resource that hold one text. */
type TextField<N extends ResourceName> = {
  [K in keyof Row<N> & keyof Input<N> & string]: [Row<N>[K]] extends [string | null] ? K : never
}[keyof Row<N> & keyof Input<N> & string]

type Texts = Readonly<Record<string, string | null>> & { version: number; modified_by: number | null }

/**
 * Saves one field of a record by itself, on the version that it was edited from (OPD-9). What another person has changed
 * elsewhere in the record is left as it is; where it was this field, it is told and nothing is saved (K19).
 */
export const useFieldSave = <N extends ResourceName>(
  fieldMeta: RecordFieldMeta<N, never>,
  record: Row<N>,
  change: (change: Update<N>) => Sent,
) => {
  const { resource } = fieldMeta
  const id = idOf(resource, record)
  const store = useAppStore()
  const known = () => selectRow(store.getState(), resource, id) as unknown as Texts | undefined

  /** What is stored of a field, which the server may have tidied. */
  const storedOf = (field: string, text: string | null, version: number): Stored => {
    const row = known()
    return row && (row.version === version || row[field] === text)
      ? { value: row[field] ?? null, version: row.version }
      : { value: text, version }
  }

  return (field: TextField<N>): InlineSave =>
    async (text, from) => {
      let { version } = from
      for (let attempt = 1; ; attempt += 1) {
        try {
          await change({ id, body: { [field]: text } as unknown as Partial<Input<N>>, version }).unwrap()
          return { is: 'saved', stored: storedOf(field, text, version + 1) }
        } catch (cause) {
          const error = asApiError(cause as ApiError)
          const current = error?.code === 'stale_version' ? (error.current as Texts | undefined) : undefined
          if (!current || attempt === attempts) throw cause
          const theirs = current[field] ?? null
          const { collisions } = mergeChanges(
            fieldMeta as RecordFieldMeta<N>,
            { [field]: from.value },
            { [field]: theirs },
            { [field]: text },
          )
          if (collisions.length > 0) {
            const by = selectRow(store.getState(), 'users', current.modified_by)?.username
            return { is: 'collided', stored: { value: theirs, version: current.version }, by }
          }
          version = current.version
        }
      }
    }
}
