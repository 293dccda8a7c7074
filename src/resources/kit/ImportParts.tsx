import { useId, type ReactNode } from 'react'
import { useLazyRefusedRowsQuery } from '../../api/importsApi'
import { asApiError } from '../../api/kit/errors'
import type { ImportAnswer } from '../../contract/imports'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { saveAsFile } from '../../ui/files/saveAsFile'
import { PlainTable } from '../../ui/table/PlainTable'
import { counted, formatNumber } from '../../ui/value/numbers'
import type { ImportColumn, ImportView } from './importView'
import './import-dialog.css'

/** Refused rows shown; all of them are in the download. */
const shownRefusals = 10

interface TableProps {
  /** Its heading. */
  title: string
  head: ReactNode
  children: ReactNode
}

/** A table that scrolls sideways where it does not fit. */
export const ImportTable = ({ title, head, children }: TableProps) => {
  const id = useId()
  return (
    <section className="import-part">
      <h3 id={id}>{title}</h3>
      <PlainTable aria-labelledby={id} head={head}>
        {children}
      </PlainTable>
    </section>
  )
}

const alignOf = ({ align }: ImportColumn) => (align === 'right' ? 'import-number' : undefined)

interface PreviewProps {
  columns: readonly ImportColumn[]
  answer: Pick<ImportAnswer, 'mapping' | 'rows'>
}

/** The first rows as they would be stored. */
export const Preview = ({ columns: all, answer: { mapping, rows } }: PreviewProps) => {
  if (rows.length === 0) return null
  // A kind may have many columns that the file has not, and values that follow from others.
  const columns = all.filter(
    ({ key, isRequired }) =>
      isRequired || key in mapping || rows.some((row) => row[key] !== undefined && row[key] !== null),
  )
  return (
    <ImportTable
      title={
        rows.length === 1 ? 'The row as it is stored' : `The first ${rows.length} rows as they are stored`
      }
      head={columns.map((column) => (
        <th key={column.key} scope="col" className={alignOf(column)}>
          {column.title}
        </th>
      ))}
    >
      {rows.map((row, index) => (
        // Rows have no other name than their place.
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.key} className={alignOf(column)}>
              {column.show(row)}
            </td>
          ))}
        </tr>
      ))}
    </ImportTable>
  )
}

/** The refused rows, each with its reason, and their download. */
export const Refused = ({ view: { name }, answer }: { view: ImportView; answer: ImportAnswer }) => {
  const [read, { isFetching, error }] = useLazyRefusedRowsQuery()
  const { import_id: id, counts, refused } = answer
  if (counts.refused === 0) return null
  const shown = refused.slice(0, shownRefusals)
  const more = counts.refused - shown.length
  const download = async () => {
    const { data, isSuccess } = await read({ name, id })
    // After a failure, data are those of an earlier success.
    if (isSuccess) saveAsFile(new Blob([data], { type: 'text/csv' }), 'refused.csv')
  }
  const problem = asApiError(error)
  return (
    <>
      <ImportTable
        title={counted(counts.refused, 'refused row')}
        head={
          <>
            <th scope="col" className="import-number">
              Line
            </th>
            <th scope="col">Reason</th>
          </>
        }
      >
        {shown.map(({ line, reason }) => (
          <tr key={line}>
            <td className="import-number">{line}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </ImportTable>
      <div className="import-download">
        <BusyButton busy={isFetching} onClick={() => void download()}>
          Download refused rows
        </BusyButton>
        {more > 0 && <span className="quiet">and {counted(more, 'other')} in the download</span>}
      </div>
      {problem && (
        <p role="alert" className="problem">
          {problem.detail}
        </p>
      )}
    </>
  )
}

/** '1 new, 0 the same, 1 replaced, 1,200 refused.' */
export const countsText = (
  { counts: names }: Pick<ImportView, 'counts'>,
  { counts }: Pick<ImportAnswer, 'counts'>,
) =>
  `${(['new', 'same', 'replaced', 'refused'] as const)
    .map((count) => `${formatNumber(counts[count])} ${names[count]}`)
    .join(', ')}.`

/** How far an import of records has come, as long as it is stored or taken back. */
export const ImportProgress = ({ answer: { state, counts, progress } }: { answer: ImportAnswer }) => {
  if (!progress || (state !== 'running' && state !== 'returning')) return null
  const total = counts.new + counts.replaced + (state === 'running' ? counts.same : 0)
  return (
    <div className="import-head">
      <progress aria-label="Progress" max={Math.max(total, 1)} value={progress.done} />
      <span>
        {formatNumber(progress.done)} of {formatNumber(total)}
      </span>
    </div>
  )
}

/** The records that an undo has left as they are, with the reasons. */
export const Kept = ({ answer: { progress } }: { answer: ImportAnswer }) => {
  if (!progress || progress.kept_count === 0) return null
  const more = progress.kept_count - progress.kept.length
  return (
    <>
      <ImportTable
        title={`${counted(progress.kept_count, 'record')} kept`}
        head={
          <>
            <th scope="col" className="import-number">
              Line
            </th>
            <th scope="col">Record</th>
            <th scope="col">Reason</th>
          </>
        }
      >
        {progress.kept.map(({ line, name, reason }) => (
          <tr key={line}>
            <td className="import-number">{line}</td>
            <td>
              <bdi translate="no">{name}</bdi>
            </td>
            <td>{reason}</td>
          </tr>
        ))}
      </ImportTable>
      {more > 0 && <p className="quiet">and {counted(more, 'other')}</p>}
    </>
  )
}
