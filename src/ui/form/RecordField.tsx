import Select from 'antd/es/select'
import { useField } from 'formik'
import { useState, type ReactNode, type UIEvent } from 'react'
import type { Contract, ResourceName, Row } from '../../contract'
import { contract } from '../../contract'
import type { OrderingOf } from '../../contract/kit'
import { asApiError } from '../../api/errors'
import { useRows } from '../../api/hooks'
import type { ListArgs } from '../../api/queries'
import { useDebounced } from '../useDebounced'
import type { ListEndpoint } from '../useResourceList'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './record-field.css'

interface RecordFieldProps<N extends ResourceName> extends FieldProps {
  resource: N
  endpoint: ListEndpoint<N>
  labelOf: (row: Row<N>) => string
  /** What stands in the list instead of the bare label. */
  show?: (row: Row<N>) => ReactNode
  /** Narrows what is offered. */
  filters?: Partial<ListArgs<N>>
  /** Offered before all others while nothing is searched for. */
  first?: readonly number[]
  placeholder?: string
}

interface SharedProps<N extends ResourceName> extends RecordFieldProps<N> {
  several?: boolean
}

/** How many more come each time the end of the list is reached. */
const step = 20
const searchPause = 300
const noIds: readonly number[] = []

const unique = (ids: readonly number[]) => [...new Set(ids)]

/** What a pick list offers: searched on the server, and longer whenever its end comes in sight (SHELL-8). */
const useOffered = <N extends ResourceName>(
  { resource, endpoint, filters, first = noIds }: RecordFieldProps<N>,
  isOpen: boolean,
) => {
  const [q, setQ] = useState('')
  const [limit, setLimit] = useState(step)
  const settled = useDebounced(q, searchPause)
  const ordering = contract[resource].defaultOrdering as OrderingOf<Contract[N]>
  const { currentData, data, error, isFetching, refetch } = endpoint.useQuery(
    { ...filters, q: settled, limit, offset: 0, ordering },
    { skip: !isOpen },
  )
  // A longer list keeps what it shows while it grows; another search begins with nothing.
  const known = currentData ?? (limit > step ? data : undefined)
  const found = known?.ids ?? noIds

  return {
    ids: settled === '' ? unique([...first, ...found]) : found,
    problem: isFetching ? undefined : asApiError(error),
    isFetching: isFetching || q !== settled,
    search: (text: string) => {
      setQ(text.trim())
      setLimit(step)
    },
    more: () => {
      if (!isFetching && known && known.count > known.ids.length) setLimit(limit + step)
    },
    retry: () => void refetch(),
  }
}

const isNearEnd = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) =>
  scrollHeight - scrollTop - clientHeight < 80

const RecordPick = <N extends ResourceName>({ several = false, ...props }: SharedProps<N>) => {
  const { resource, labelOf, show, placeholder = 'Search…', name, label, required, hint } = props
  const [{ value }, , { setValue }] = useField<number | number[] | null>(name)
  const [isOpen, setIsOpen] = useState(false)
  const offered = useOffered(props, isOpen)
  const chosen = [value].flat().filter((id) => id !== null)
  const rows = useRows(resource, unique([...offered.ids, ...chosen]))
  const { idField } = contract[resource]
  const options = rows.map((row) => ({
    value: (row as Record<string, unknown>)[idField] as number,
    label: labelOf(row),
    row,
  }))
  // What has been chosen keeps its name while the list shows something else.
  const offers = options.filter((option) => offered.ids.includes(option.value))
  const labelFor = (id: number) => options.find((option) => option.value === id)?.label ?? `#${id}`

  return (
    <FieldFrame name={name} label={label} required={required} {...(hint !== undefined && { hint })}>
      {(input) => (
        <Select<{ value: number; label: ReactNode }[] | { value: number; label: ReactNode } | null>
          {...input}
          labelInValue
          {...(several && { mode: 'multiple' as const })}
          allowClear={!required || several}
          showSearch={{ filterOption: false, onSearch: offered.search }}
          options={offers}
          optionRender={({ data, label: text }) =>
            show ? show((data as (typeof options)[number]).row) : text
          }
          loading={isOpen && offered.isFetching}
          placeholder={placeholder}
          status={input['aria-invalid'] ? 'error' : ''}
          value={
            several
              ? chosen.map((id) => ({ value: id, label: labelFor(id) }))
              : (chosen.map((id) => ({ value: id, label: labelFor(id) }))[0] ?? null)
          }
          onChange={(next) => {
            const ids = [next].flat().flatMap((entry) => (entry ? [entry.value] : []))
            void setValue(several ? ids : (ids[0] ?? null))
          }}
          onOpenChange={(open) => {
            setIsOpen(open)
            if (!open) offered.search('')
          }}
          onPopupScroll={(event) => isNearEnd(event) && offered.more()}
          notFoundContent={
            offered.problem ? (
              <span className="record-field-problem">
                {offered.problem.detail}{' '}
                <button type="button" className="link-button" onClick={offered.retry}>
                  Retry
                </button>
              </span>
            ) : offered.isFetching ? (
              'Loading…'
            ) : (
              'Nothing matches.'
            )
          }
        />
      )}
    </FieldFrame>
  )
}

/** A reference to one record, searched for on the server. */
export const RecordField = <N extends ResourceName>(props: RecordFieldProps<N>) => <RecordPick {...props} />

/** References to several records. */
export const RecordsField = <N extends ResourceName>(props: RecordFieldProps<N>) => (
  <RecordPick {...props} several />
)
