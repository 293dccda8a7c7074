import { useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { usePermission } from '../../api/kit/hooks'
import {
  useRestoreSourceNamesMutation,
  usePreviewSourceNamesMutation,
  useReplacedSourceNamesQuery,
  useReplaceSourceNamesMutation,
} from '../../api/sourceNamesApi'
import type { SourceNamesPreview } from '../../contract/sourceNames'
import { Button } from '../../ui/antd/Button'
import { FileDrop } from '../../ui/files/FileDrop'
import { counted, formatNumber } from '../../ui/value/numbers'
import './source-names.css'

/** Maximum number of names shown. */
const shown = 30

const Names = ({ title, names }: { title: string; names: readonly string[] }) =>
  names.length > 0 && (
    <details>
      <summary>
        {title}: {formatNumber(names.length)}
      </summary>
      <ul>
        {names.slice(0, shown).map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {names.length > shown && <li>and {formatNumber(names.length - shown)} more</li>}
      </ul>
    </details>
  )

const Preview = ({ preview: { names, added, gone, kept, notes } }: { preview: SourceNamesPreview }) => (
  <>
    <p role="status">
      {counted(names.length, 'name')} found: {formatNumber(added.length)} new, {formatNumber(kept)} kept,{' '}
      {formatNumber(gone.length)} gone.
    </p>
    {notes.map((note) => (
      <p key={note} className="quiet">
        {note}
      </p>
    ))}
    <Names title="Found" names={names} />
    <Names title="New" names={added} />
    <Names title="Gone" names={gone} />
  </>
)

/** The list of brokers and consultants: preview and import of a file, and restoring the previous list (OPN-9). */
export const SourceNamesPanel = () => {
  const [preview, setPreview] = useState<SourceNamesPreview | null>(null)
  const [readFile, reading] = usePreviewSourceNamesMutation()
  const [replace, replacing] = useReplaceSourceNamesMutation()
  const [bringBack, bringingBack] = useRestoreSourceNamesMutation()
  const { isAllowed, reason } = usePermission('sourceNames', 'change')
  const { data: replaced } = useReplacedSourceNamesQuery(undefined, { skip: !isAllowed })
  const error = asApiError(reading.error ?? replacing.error ?? bringingBack.error)

  const look = async (file: Blob | undefined) => {
    setPreview(null)
    replacing.reset()
    bringingBack.reset()
    if (!file) return
    const { data } = await readFile(file)
    setPreview(data ?? null)
  }
  const store = async (names: string[]) => {
    const { error: refused } = await replace(names)
    if (!refused) setPreview(null)
  }

  return (
    <section className="source-names" aria-labelledby="source-names-title">
      <h2 id="source-names-title">Source names</h2>
      <p className="quiet">
        Brokers and consultants that an indirect opportunity can come from. A CSV file replaces the whole
        list, once you have seen what it changes.
      </p>
      {isAllowed ? (
        <FileDrop label="CSV file of source names" add={([file]) => void look(file)} />
      ) : (
        <p className="quiet">{reason}</p>
      )}
      {error && (
        <p role="alert" className="problem">
          {error.detail}
        </p>
      )}
      {preview && <Preview preview={preview} />}
      <div className="source-names-actions">
        {preview && (
          <>
            <Button type="primary" loading={replacing.isLoading} onClick={() => void store(preview.names)}>
              Replace the list
            </Button>
            <Button onClick={() => setPreview(null)}>Cancel</Button>
          </>
        )}
        {!preview && isAllowed && replaced?.count != null && (
          <Button loading={bringingBack.isLoading} onClick={() => void bringBack(undefined)}>
            Undo: back to {counted(replaced.count, 'earlier name')}
          </Button>
        )}
      </div>
    </section>
  )
}
