import { useField } from 'formik'
import { useEffect, useState, type ReactNode, type UIEvent } from 'react'
import type { Contract, ResourceName, Row } from '../../contract'
import { contract } from '../../contract'
import type { OrderingOf } from '../../contract/kit'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import type { ListArgs } from '../../api/kit/queries'
import type { ListEndpoint } from '../list/useResourceList'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { exactFirst, PickList, type Key } from './PickList'
import { PickProblem } from './PickProblem'
import { useLingeringOpen } from './useLingeringOpen'
import './record-field.css'

interface RecordFieldProps<N extends ResourceName> extends FieldProps {
  resource: N
  endpoint: ListEndpoint<N>
  labelOf: (row: Row<N>) => string
  /** What stands in the list instead of the bare label. */
  show?: (row: Row<N>) => ReactNode
  /** Narrows what is offered, or puts it into another order. */
  filters?: Partial<ListArgs<N>>
  /** Offered before all others while nothing is searched for. */
  first?: readonly number[]
  placeholder?: string
  /** Milliseconds that the list stays open once the field has been left. */
  closesAfter?: number
}

interface SharedProps<N extends ResourceName> extends RecordFieldProps<N> {
  several?: boolean
  /** The label itself is kept of a chosen record, rather than its id. */
  byName?: boolean
}

/** How many more come each time the end of the list is reached. */
const step = 20
const searchPause = 300
const noIds: readonly number[] = []

const unique = (ids: readonly number[]) => [...new Set(ids)]

/** What a pick list offers: searched on the server, and longer whenever its end comes in sight (SHELL-8). */
const useOffered = <N extends ResourceName>({
  resource,
  endpoint,
  filters,
  first = noIds,
  closesAfter = 0,
}: RecordFieldProps<N>) => {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [limit, setLimit] = useState(step)
  const q = text.trim()
  const ask = () => setAsked(q)
  const search = (typed: string) => {
    setText(typed)
    setLimit(step)
    if (typed.trim() === '') setAsked('')
  }
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), searchPause)
    return () => clearTimeout(timer)
  }, [q])
  const { isOpen, close, handlers } = useLingeringOpen(closesAfter, () => search(''))
  const ordering = contract[resource].defaultOrdering as OrderingOf<Contract[N]>
  const { currentData, data, error, isFetching, refetch } = endpoint.useQuery(
    { ordering, ...filters, q: asked, limit, offset: 0 },
    { skip: !isOpen },
  )
  // A longer list keeps what it shows while it grows; another search begins with nothing.
  const known = currentData ?? (limit > step ? data : undefined)
  // What was found for another text is not offered for this one.
  const isCurrent = q === asked && known !== undefined
  const found = isCurrent ? known.ids : noIds

  return {
    ids: q === '' ? unique([...first, ...found]) : found,
    isCurrent,
    problem: isFetching || q !== asked ? undefined : asApiError(error),
    isFetching: isFetching || q !== asked,
    text,
    search,
    ask,
    isOpen,
    close,
    handlers,
    more: () => {
      if (!isFetching && known && known.count > known.ids.length) setLimit(limit + step)
    },
    retry: () => void refetch(),
  }
}

const isNearEnd = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) =>
  scrollHeight - scrollTop - clientHeight < 80

const isKey = (value: Key | null): value is Key => value !== null && value !== ''

const RecordPick = <N extends ResourceName>({
  several = false,
  byName = false,
  ...props
}: SharedProps<N>) => {
  const { resource, labelOf, show, placeholder = 'Search…' } = props
  const { name, label, required, hint } = props
  const [{ value }, , { setValue }] = useField<Key | Key[] | null>(name)
  const [names, setNames] = useState<ReadonlyMap<Key, string>>(new Map())
  const offered = useOffered(props)
  const chosen = [value].flat().filter(isKey)
  const chosenIds = chosen.filter((key) => typeof key === 'number')
  const rows = useRows(resource, unique([...offered.ids, ...chosenIds]))
  const { idField } = contract[resource]
  const options = rows.map((row) => {
    const id = (row as Record<string, unknown>)[idField] as number
    return { value: byName ? labelOf(row) : id, id, label: labelOf(row), row }
  })
  const offers = exactFirst(
    options.filter(({ id }) => offered.ids.includes(id)),
    offered.text,
  )
  // What has been chosen keeps its name while the list shows something else.
  const labelFor = (key: Key) =>
    options.find((option) => option.value === key)?.label ??
    names.get(key) ??
    (typeof key === 'number' ? `#${key}` : key)

  return (
    <FieldFrame name={name} label={label} required={required} {...(hint !== undefined && { hint })}>
      {(input) => (
        <PickList
          {...input}
          {...offered.handlers}
          several={several}
          text={offered.text}
          setText={offered.search}
          options={offers}
          isCurrent={offered.isCurrent}
          hasFailed={offered.problem !== undefined}
          hurry={offered.ask}
          close={offered.close}
          open={offered.isOpen}
          allowClear={!required || several}
          optionRender={({ data, label: text }) => (show ? show(data.row) : text)}
          {...(several &&
            show && {
              labelRender: ({ label: text, value: key }) => {
                const row = options.find((option) => option.value === key)?.row
                return row ? show(row) : text
              },
            })}
          loading={offered.isOpen && offered.isFetching}
          placeholder={placeholder}
          status={input['aria-invalid'] ? 'error' : ''}
          chosen={chosen.map((key) => ({ value: key, label: labelFor(key) }))}
          choose={(keys) => {
            setNames(new Map(keys.map((key) => [key, labelFor(key)])))
            void setValue(several ? keys : (keys[0] ?? (byName ? '' : null)))
          }}
          onPopupScroll={(event) => isNearEnd(event) && offered.more()}
          notFoundContent={
            offered.problem ? (
              <PickProblem problem={offered.problem} retry={offered.retry} />
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

/** The name of one record, searched for on the server. A name that the list no longer holds stays until it is changed. */
export const RecordNameField = <N extends ResourceName>(props: RecordFieldProps<N>) => (
  <RecordPick {...props} byName />
)

/** References to several records. */
export const RecordsField = <N extends ResourceName>(props: RecordFieldProps<N>) => (
  <RecordPick {...props} several />
)
