import { Form, Formik, useFormikContext } from 'formik'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ApiError } from '../../api/kit/errors'
import { fieldOf, targetOf } from '../../contract'
import { maxFileBytes } from '../../contract/files'
import { isRelation } from '../../contract/fields'
import {
  importKinds,
  maxImportRows,
  type ImportAnswer,
  type ImportKind,
  type ImportState,
} from '../../contract/imports'
import { isRecordImport } from '../../contract/recordImports'
import { Button } from '../../ui/antd/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { FileDrop } from '../../ui/files/FileDrop'
import { Disclosure } from '../../ui/value/Disclosure'
import { counted, formatNumber } from '../../ui/value/numbers'
import { fieldMetaOf } from './fieldMeta'
import { FieldInput } from './FieldInput'
import { countsText, ImportProgress, Kept, Preview, Refused } from './ImportParts'
import { importsPagePath } from './importPaths'
import type { ImportColumn, ImportView } from './importView'
import { RecordNames } from './RecordName'
import { useImport, type ImportControl } from './useImport'
import './import-dialog.css'

const limit = `CSV or XLSX, at most ${formatNumber(maxFileBytes)} bytes and ${formatNumber(maxImportRows)} rows`

/** The heading of a step, which takes the focus as the step before has gone. */
const StepTitle = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

const problemText = ({ detail, fields }: ApiError) => Object.values(fields ?? {}).join(' ') || detail

/** Focuses the beginning of a step, where what had the focus goes. */
const focusStep = (step: Element | null) => {
  const first = step?.querySelector('h2, input')
  if (first instanceof HTMLElement) first.focus()
}

/** Refusals of the file itself are the same at each attempt. */
const isWorthRetrying = ({ status }: ApiError) => status !== 400 && status !== 413

/** Why an action failed, in its place. */
const Failure = ({ control: { failure, retry }, of }: { control: ImportControl; of: 'propose' | 'rest' }) => {
  if (!failure || (failure.action === 'propose') !== (of === 'propose')) return null
  return (
    <p role="alert" className="problem">
      {problemText(failure.error)}{' '}
      {failure.action === 'propose' && isWorthRetrying(failure.error) && (
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            focusStep(currentTarget.closest('.import-step'))
            retry()
          }}
        >
          Retry
        </Button>
      )}
    </p>
  )
}

interface ChoiceProps {
  view: ImportView
  /** The record that all rows belong to, where the page knows it. */
  fixed: number | null
  control: ImportControl
}

/** Ids of records, by the names of fields. */
type TargetValues = Readonly<Record<string, number | null>>

/** The choice of the file, and of the record that its rows belong to. */
const FileChoice = ({ view: { title, help, targetOf: of, target }, fixed, control }: ChoiceProps) => {
  const { values } = useFormikContext<TargetValues>()
  const form = useRef<HTMLFormElement>(null)
  const { isAgain } = control
  // At first the dialog sets the focus.
  useEffect(() => {
    if (isAgain) focusStep(form.current)
  }, [isAgain])
  const chosen = fixed ?? (target === null ? null : (values[target] ?? null))
  const isLacking = target !== null && chosen === null
  const label = target === null ? '' : fieldMetaOf(of, target as never).label
  const refuse = useCallback(
    () => (isLacking ? `Choose the ${label.toLowerCase()} first.` : null),
    [isLacking, label],
  )
  return (
    <Form ref={form} className="import-step" aria-label={title} noValidate>
      <p className="quiet">{help}</p>
      {target !== null && fixed === null && <FieldInput of={of} name={target as never} />}
      <FileDrop
        label="File to import"
        limit={limit}
        accept=".csv,.txt,.xlsx"
        isSingle
        refuse={refuse}
        add={([file]) => file && control.propose(file, chosen)}
      />
      <Failure control={control} of="propose" />
      <p role="status" className="quiet">
        {control.running === 'propose' && 'Reading the file…'}
      </p>
    </Form>
  )
}

/** The columns of the file that no field takes, which would go lost without a word. */
const NotImported = ({ headers, mapping }: Pick<ImportAnswer, 'headers' | 'mapping'>) => {
  const taken = new Set(Object.values(mapping))
  const left = headers.filter((header, at) => header.trim() !== '' && !taken.has(at))
  return left.length > 0 && <p>Not imported: {left.join(', ')}</p>
}

/** Fields without a column shown at once; more are folded. */
const lackingAtOnce = 6

/** Which column of the file holds what; where a kind has many fields for which the file has none, these are folded. */
const Mapping = ({ view: { columns }, control }: { view: ImportView; control: ImportControl }) => {
  const { answer } = control
  const asked = columns.filter(({ isOfAnswer }) => !isOfAnswer)
  // As the server has found them: one that is chosen keeps its place.
  const lacking = asked.filter(({ key, isRequired }) => !isRequired && !(key in (answer?.mapping ?? {})))
  if (lacking.length <= lackingAtOnce) return <MappedColumns columns={asked} control={control} />
  return (
    <>
      <MappedColumns columns={asked.filter((column) => !lacking.includes(column))} control={control} />
      <Disclosure title={counted(lacking.length, 'field without a column', 'fields without a column')}>
        <MappedColumns columns={lacking} control={control} />
      </Disclosure>
    </>
  )
}

/** What all new records have, in the select of the columns. */
const asValue = (value: string) => `=${value}`
const valueIn = (chosen: string) => (chosen.startsWith('=') ? chosen.slice(1) : null)
const valuesOf = ({ options }: ImportControl) => options?.values ?? {}

/** Entries with one in place of another one, or without it. */
const withEntry = <T,>(entries: Readonly<Record<string, T>>, key: string, value: T | null) => {
  const others = Object.entries(entries).filter(([other]) => other !== key)
  return Object.fromEntries(value === null ? others : [...others, [key, value]])
}

/** What the file lacks, said once: the reasons of its rows say it again. */
const Lacking = ({ view: { name, columns }, control }: { view: ImportView; control: ImportControl }) => {
  const kind: ImportKind = importKinds[name]
  const given = new Set([...Object.keys(control.mapping), ...Object.keys(valuesOf(control))])
  const covered = [...given].flatMap((key) => kind.columns[key]?.insteadOf ?? [])
  const lacking = columns.filter(
    ({ key, isRequired }) => isRequired && !given.has(key) && !covered.includes(key),
  )
  if (lacking.length === 0 || control.answer?.counts.refused === 0) return null
  const needed = isRecordImport(name) ? 'new records need' : 'rows need'
  return (
    <p className="problem">
      No column gives {lacking.map(({ title }) => title).join(', ')}, which {needed}.
    </p>
  )
}

const MappedColumns = ({
  columns,
  control,
}: {
  columns: readonly ImportColumn[]
  control: ImportControl
}) => {
  const { answer, mapping, map, isHeld } = control
  const values = valuesOf(control)
  const choose = (key: string, chosen: string) => {
    const value = valueIn(chosen)
    const column = chosen === '' || value !== null ? null : Number(chosen)
    map(withEntry(mapping, key, column), withEntry(values, key, value))
  }
  return (
    <div className="import-mapping">
      {columns.map(({ key, title, isRequired, choices }) => (
        <label key={key}>
          {title}
          <select
            disabled={isHeld}
            value={mapping[key] ?? (values[key] === undefined ? '' : asValue(values[key]))}
            onChange={({ target }) => choose(key, target.value)}
          >
            <option value="">{isRequired ? 'Choose…' : 'Not in the file'}</option>
            {answer?.headers.map((header, at) => (
              // Headers may be the same, or empty.
              <option key={at} value={at}>
                {header || `Column ${at + 1}`}
              </option>
            ))}
            {choices && (
              <optgroup label="For all new records">
                {choices.map(({ value, label }) => (
                  <option key={value} value={asValue(value)}>
                    {label}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        </label>
      ))}
    </div>
  )
}

/** Of which file and record the import is. */
const Source = ({ view: { targetOf: of, target }, answer }: { view: ImportView; answer: ImportAnswer }) => {
  const field = target === null ? null : fieldOf(of.resource, target)
  return (
    <p className="import-source">
      {field && isRelation(field) && answer.target !== null && (
        <>
          <strong>
            <RecordNames resource={targetOf(field)} ids={[answer.target]} />
          </strong>
          ,{' '}
        </>
      )}
      <bdi>{answer.filename}</bdi>
    </p>
  )
}

interface StepProps {
  view: ImportView
  control: ImportControl
  answer: ImportAnswer
}

/** What would be stored, before it is. */
const Proposed = ({ view, control, answer }: StepProps) => (
  <div className="import-step">
    <div className="import-head">
      <Source view={view} answer={answer} />
      <Button size="small" disabled={control.isHeld} onClick={control.restart}>
        Choose another file
      </Button>
    </div>
    <StepTitle>Columns of the file</StepTitle>
    <Mapping view={view} control={control} />
    <Lacking view={view} control={control} />
    <NotImported headers={answer.headers} mapping={control.mapping} />
    {view.Options && <view.Options view={view} answer={answer} control={control} />}
    <Failure control={control} of="propose" />
    <p role="status">
      {control.running === 'propose' ? 'Reading the file…' : control.isCurrent && countsText(view, answer)}
    </p>
    {control.isCurrent && (
      <>
        <p className="quiet">{view.help}</p>
        <Preview columns={view.columns} answer={answer} />
        <Refused view={view} answer={answer} />
      </>
    )}
    <Failure control={control} of="rest" />
  </div>
)

const finishedTitles: Readonly<Record<Exclude<ImportState, 'proposed'>, string>> = {
  running: 'Being stored',
  committed: 'Stored',
  returning: 'Being taken back',
  undone: 'Taken back',
}

const finishedText = (view: ImportView, answer: ImportAnswer): ReactNode => {
  if (answer.state === 'running' || answer.state === 'returning')
    return (
      <>
        It goes on when this is closed; <Link to={importsPagePath}>Imports</Link> tells what became of it.
      </>
    )
  if (answer.state === 'committed') return countsText(view, answer)
  return (answer.progress?.kept_count ?? 0) > 0
    ? 'The rest is as it was before the import.'
    : 'Everything is as it was before the import.'
}

/** What became of it. */
const Finished = ({ view, control, answer }: StepProps) => {
  const { state } = answer
  if (state === 'proposed') return null
  return (
    <div className="import-step">
      <StepTitle key={state}>{finishedTitles[state]}</StepTitle>
      <Source view={view} answer={answer} />
      <ImportProgress answer={answer} />
      <p role="status">{finishedText(view, answer)}</p>
      {state === 'committed' && (
        <>
          <NotImported headers={answer.headers} mapping={answer.mapping} />
          <Refused view={view} answer={answer} />
        </>
      )}
      <Kept answer={answer} />
      <Failure control={control} of="rest" />
    </div>
  )
}

interface ImportDialogProps {
  view: ImportView
  /** The record that all rows belong to; null where it is chosen here, or there is none. */
  target: number | null
  /** What the fields of the options begin with. */
  suggested: TargetValues
  close: () => void
}

/** Imports a table: a file is chosen, looked at with its columns and rows, stored, and taken back (GAS-7). */
export const ImportDialog = ({ view, target, suggested, close }: ImportDialogProps) => {
  const control = useImport(view.name)
  const { answer, isHeld, isCurrent } = control
  const state = answer?.state
  // What has to be said before a file is stored.
  const { options }: ImportKind = importKinds[view.name]
  const isUnsaid =
    options?.includes('last_day_inclusive') === true && answer?.options?.last_day_inclusive === null
  const stored = answer ? answer.counts.new + answer.counts.same + answer.counts.replaced : 0
  const footer = (
    <div className="dialog-actions">
      {state === 'committed' && (
        <div className="dialog-actions-apart">
          <BusyButton busy={isHeld} onClick={control.undo}>
            Undo
          </BusyButton>
        </div>
      )}
      {state === 'undone' && <Button onClick={control.restart}>Import another file</Button>}
      <Button disabled={isHeld} onClick={close}>
        {state === undefined || state === 'proposed'
          ? 'Cancel'
          : state === 'running' || state === 'returning'
            ? 'Close'
            : 'Done'}
      </Button>
      {state === 'proposed' && (
        <BusyButton
          type="primary"
          busy={isHeld}
          disabled={!isCurrent || stored === 0 || isUnsaid}
          onClick={control.commit}
        >
          Commit
        </BusyButton>
      )}
    </div>
  )
  const initialValues: TargetValues = {
    ...(view.target !== null && { [view.target]: null }),
    ...suggested,
  }
  return (
    <Dialog
      title={view.title}
      width={840}
      close={close}
      busy={isHeld}
      dirty={state === 'proposed'}
      footer={footer}
    >
      <Formik initialValues={initialValues} onSubmit={() => undefined}>
        {answer === null ? (
          <FileChoice view={view} fixed={target} control={control} />
        ) : answer.state === 'proposed' ? (
          <Proposed view={view} control={control} answer={answer} />
        ) : (
          <Finished view={view} control={control} answer={answer} />
        )}
      </Formik>
    </Dialog>
  )
}
