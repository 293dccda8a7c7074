import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRow, useRows } from '../../api/kit/hooks'
import { contract, idOf, nameOf, type ResourceName, type Row } from '../../contract'
import type { ListControl } from '../../ui/list/useListState'
import type { ListEndpoint } from '../../ui/list/useResourceList'
import { ToolbarPanel } from '../../ui/table/ToolbarPanel'
import { deletedName, type ReadRow } from './deletedName'
import './record-filter.css'

const searchPause = 300
/** Number of options shown; the search finds the others. */
const offered = 20
const noIds: readonly number[] = []

interface RecordsProps<N extends ResourceName> {
  resource: N
  /** The endpoints of the records: their list, and one by itself. */
  endpoints: {
    list: ListEndpoint<N>
    row: ReadRow
  }
  /** One record and several of them, in lower case. */
  noun: readonly [one: string, many: string]
  /** How a record is shown; by default its name. */
  show?: (row: Row<N>) => ReactNode
}

interface RecordChoiceProps<N extends ResourceName> extends Required<RecordsProps<N>> {
  choose: (id: number) => void
}

const RecordChoice = <N extends ResourceName>({
  resource,
  endpoints,
  noun: [, many],
  show,
  choose,
}: RecordChoiceProps<N>) => {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), searchPause)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching } = endpoints.list.useQuery(
    { q, limit: offered, offset: 0, ordering: contract[resource].defaultOrdering },
    {},
  )
  const rows = useRows(resource, data?.ids ?? noIds)
  const problem = isFetching ? undefined : asApiError(error)
  const line = () => {
    if (problem) return problem.detail
    if (!data) return 'Loading...'
    if (data.count > rows.length) return `${rows.length} of ${data.count}; search for the others.`
    return rows.length === 0 && 'Nothing matches.'
  }
  return (
    <>
      <input
        ref={box}
        className="native-input record-filter-search"
        type="search"
        autoComplete="off"
        aria-label={`Search ${many}`}
        placeholder={`Search ${many}…`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className="record-filter-choice" aria-label={many.charAt(0).toUpperCase() + many.slice(1)}>
        {rows.map((row) => (
          <li key={idOf(resource, row)}>
            <button type="button" onClick={() => choose(idOf(resource, row))}>
              {show(row)}
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet" role="status">
        {line()}
      </p>
    </>
  )
}

interface RecordChipProps<N extends ResourceName> extends Required<RecordsProps<N>> {
  id: number
  remove: () => void
}

const RecordChip = <N extends ResourceName>({
  resource,
  endpoints,
  noun: [one],
  show,
  id,
  remove,
}: RecordChipProps<N>) => {
  const row = useRow(resource, id)
  // Subscribes while mounted: unused records leave the cache after a while.
  const answer = endpoints.row.useQuery(id)
  const name = row ? nameOf(resource, row) : (deletedName(answer, false, one) ?? `#${id}`)
  return (
    <span className="record-filter-chip">
      {row ? show(row) : name}
      <button
        type="button"
        aria-label={`Stop filtering by ${one} ${name.toUpperCase()}`}
        title="Stop filtering"
        onClick={remove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}

/** Whether a filter is of one record, which stands beside the button; those of several are shown as chips. */
export const isOneRecord = (value: string | undefined): boolean => /^\d+$/.test(value ?? '')

interface RecordFilterProps<N extends ResourceName> extends RecordsProps<N> {
  list: ListControl
  /** Name of the filter in the contract and the URL. */
  name: string
}

/** Filters a list by one record; the choice is in the URL (LIST-5). */
export const RecordFilter = <N extends ResourceName>({
  list: { state, act },
  name,
  show = (row) => <span className="record-filter-name">{nameOf(records.resource, row)}</span>,
  ...records
}: RecordFilterProps<N>) => {
  const value = state.filters[name]
  return (
    <span className="record-filter row">
      {value !== undefined && isOneRecord(value) && (
        <RecordChip
          {...records}
          show={show}
          id={Number(value)}
          remove={() => act({ type: 'filtered', name, value: null })}
        />
      )}
      <ToolbarPanel label={`Filter by ${records.noun[0]}`}>
        {(close) => (
          <RecordChoice
            {...records}
            show={show}
            choose={(id) => {
              close()
              act({ type: 'filtered', name, value: String(id) })
            }}
          />
        )}
      </ToolbarPanel>
    </span>
  )
}
