import { diffWords } from 'diff'
import { useState, type ReactNode } from 'react'
import { useHistoryQuery } from '../../api/historyApi'
import { asApiError } from '../../api/kit/errors'
import { fieldOf, idOf, type ResourceName, type Row } from '../../contract'
import { isRelation } from '../../contract/fields'
import { maxHistory, type FieldChange, type HistoryEntry } from '../../contract/history'
import { Button } from '../../ui/antd/Button'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { DateText } from '../../ui/value/DateText'
import type { FieldMeta, FieldName, Known, RecordFieldMeta } from './fieldMeta'
import { valueOf, wordsIn } from './valueOf'
import './record-history.css'

/** Changes that are shown at first, and with each press of the button. */
const step = 20

/** Texts from this length on show their difference by words. */
const longText = 60

const actions: Readonly<Record<HistoryEntry['action'], string>> = {
  create: 'created it',
  update: 'changed',
  delete: 'moved it to the trash',
  restore: 'restored it',
}

interface ChangeProps<N extends ResourceName> {
  of: RecordFieldMeta<N>
  row: Row<N>
  change: FieldChange
}

const textOf = (kind: string, value: unknown) =>
  typeof value !== 'string' ? '' : kind === 'html' ? wordsIn(value) : value

/** Two texts as one, with what was taken out and what was put in. */
const Difference = ({ before, after }: { before: string; after: string }) => (
  <p className="history-text">
    {diffWords(before, after).map(({ value, added, removed }, index) => {
      const Part = added ? 'ins' : removed ? 'del' : 'span'
      return <Part key={index}>{value}</Part>
    })}
  </p>
)

/** A field's value before and after a change. */
const Change = <N extends ResourceName>({ of, row, change }: ChangeProps<N>) => {
  const { before, after, names } = change
  const field = fieldOf(of.resource, change.field)
  const isText = field.kind === 'text' || field.kind === 'html'
  const [old, fresh] = [textOf(field.kind, before), textOf(field.kind, after)]
  if (isText && Math.max(old.length, fresh.length) >= longText)
    return <Difference before={old} after={fresh} />
  const shown = (value: unknown): ReactNode => {
    if (value === null) return <span className="quiet">–</span>
    if (isRelation(field))
      return ([value].flat() as number[]).map((id, index) => (
        <span key={id} translate="no">
          {index > 0 && ', '}
          {names?.[id]}
        </span>
      ))
    return valueOf(of, change.field as FieldName<N>, { ...row, [change.field]: value } as Known<N>)
  }
  return (
    <p className="history-text">
      <span className="visually-hidden">from </span>
      {shown(before)}
      <span aria-hidden> → </span>
      <span className="visually-hidden"> to </span>
      {shown(after)}
    </p>
  )
}

/** The label of a field that the product shows; undefined for one that it never does. */
const labelOf = <N extends ResourceName>({ fieldMeta }: RecordFieldMeta<N>, name: string) =>
  (fieldMeta as Readonly<Record<string, FieldMeta<N> | null>>)[name]?.label

interface RecordHistoryProps<N extends ResourceName> {
  of: RecordFieldMeta<N>
  row: Row<N>
}

/** Who changed what of a record, and when: the last change first (HIST-1). */
export const RecordHistory = <N extends ResourceName>({ of, row }: RecordHistoryProps<N>) => {
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useHistoryQuery({
    resource: of.resource,
    id: idOf(of.resource, row),
    limit,
  })
  const failure = asApiError(error)
  if (!data && failure)
    return (
      <ErrorState
        title="The history could not be loaded."
        error={failure}
        retry={() => void refetch()}
        inline
      />
    )
  if (!data) return <p role="status">Loading...</p>
  if (data.count === 0) return <p className="quiet">Nothing has been changed since it was made.</p>
  return (
    <>
      <ol className="history-entries">
        {data.results.map(({ id, at, actor_name, action, changes }) => {
          const shown = changes.flatMap((change) => {
            const label = labelOf(of, change.field)
            return label === undefined ? [] : [{ label, change }]
          })
          if (action === 'update' && shown.length === 0) return null
          return (
            <li key={id}>
              <p className="history-head">
                <strong translate="no">{actor_name ?? 'Citygate'}</strong> {actions[action]}{' '}
                <span className="quiet">
                  <DateText value={at} format="moment" />
                </span>
              </p>
              {shown.length > 0 && (
                <dl>
                  {shown.map(({ label, change }) => (
                    <div key={change.field}>
                      <dt>{label}</dt>
                      <dd>
                        <Change of={of} row={row} change={change} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          )
        })}
      </ol>
      {data.count > limit && limit < maxHistory && (
        <Button size="small" onClick={() => setLimit(Math.min(limit + step, maxHistory))}>
          Show more
        </Button>
      )}
    </>
  )
}
