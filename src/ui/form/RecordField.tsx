import { useField } from 'formik'
import { useState, type ReactNode } from 'react'
import type { Contract, ResourceName, Row } from '../../contract'
import { contract } from '../../contract'
import type { OrderingOf } from '../../contract/fields'
import { useRows } from '../../api/kit/hooks'
import type { ListArgs } from '../../api/kit/queries'
import type { ListEndpoint } from '../list/useResourceList'
import { isNameOnly } from '../../store/nameOnly'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { exactFirst, type Key, type Option } from './PickList'
import { LoadMissingRecord, type RowEndpoint } from './LoadMissingRecord'
import { SearchedPickList } from './SearchedPickList'
import { answerTo, useSearchBox } from './useSearchBox'
import './record-field.css'

interface ListedProps<N extends ResourceName> extends FieldProps {
  resource: N
  endpoint: ListEndpoint<N>
  labelOf: (row: Row<N>) => string
  /** Rendering of an option, instead of the plain label. */
  show?: (row: Row<N>) => ReactNode
  /** Further list arguments, such as filters or an ordering. */
  filters?: Partial<ListArgs<N>>
  /** Options shown first while nothing is searched for. */
  first?: readonly number[]
  /** Options shown first until the server has answered (see pickerCache). */
  ahead?: readonly Option<number>[]
  placeholder?: string
  /** Milliseconds that the list stays open after blur. */
  closesAfter?: number
}

interface RecordFieldProps<N extends ResourceName> extends ListedProps<N> {
  /** Loads a selected record that is not in the cache. */
  rowEndpoint: RowEndpoint
}

interface SharedProps<N extends ResourceName> extends ListedProps<N> {
  rowEndpoint?: RowEndpoint
  several?: boolean
  /** The value is the label instead of the id. */
  byName?: boolean
}

const step = 20
const noIds: readonly number[] = []
const nothingAhead: readonly Option<number>[] = []

const unique = (ids: readonly number[]) => [...new Set(ids)]

/** The options for the current text; before typing, the cached ones come first. */
const useOffered = <N extends ResourceName>({
  resource,
  endpoint,
  filters,
  first = noIds,
  closesAfter = 0,
}: ListedProps<N>) => {
  const box = useSearchBox({ step, closesAfter })
  const ordering = contract[resource].defaultOrdering as OrderingOf<Contract[N]>
  const query = endpoint.useQuery(
    { ordering, ...filters, q: box.asked, limit: box.limit, offset: 0 },
    { skip: !box.isOpen },
  )
  const answer = answerTo(box, query, ({ ids, count }) => ids.length >= count)
  const found = answer.found?.ids ?? noIds
  return { box, answer, ids: box.q === '' ? unique([...first, ...found]) : found }
}

const isKey = (value: Key | null): value is Key => value !== null && value !== ''

const RecordPick = <N extends ResourceName>({
  several = false,
  byName = false,
  ...props
}: SharedProps<N>) => {
  const { resource, rowEndpoint, labelOf, show, ahead = nothingAhead, placeholder } = props
  const { name, label, required, hint } = props
  const [{ value }, , { setValue }] = useField<Key | Key[] | null>(name)
  const [names, setNames] = useState<ReadonlyMap<Key, string>>(new Map())
  const { box, answer, ids } = useOffered(props)
  const chosen = [value].flat().filter(isKey)
  const chosenIds = chosen.filter((key) => typeof key === 'number')
  const rows = useRows(resource, unique([...ids, ...chosenIds]))
  const { idField } = contract[resource]
  const options = rows.map((row) => {
    const id = (row as Record<string, unknown>)[idField] as number
    return { value: byName ? labelOf(row) : id, id, label: labelOf(row), row }
  })
  const isAwaited = box.q === '' && answer.found === undefined
  const offers = [
    ...exactFirst(
      // What is known by its name only cannot be chosen anew.
      options.filter(({ id, row }) => ids.includes(id) && !isNameOnly(row)),
      box.text,
    ),
    ...(isAwaited ? ahead : [])
      .filter(({ value: id }) => !ids.includes(id))
      .map((option) => ({ ...option, row: undefined })),
  ]
  // The selection keeps its label while the options change.
  const nameOf = (key: Key) =>
    [...options, ...ahead].find((option) => option.value === key)?.label ?? names.get(key)
  const labelFor = (key: Key) => nameOf(key) ?? (typeof key === 'number' ? `#${key}` : key)

  return (
    <FieldFrame name={name} label={label} required={required} {...(hint !== undefined && { hint })}>
      {(input) => (
        <>
          {rowEndpoint && (
            <LoadMissingRecord
              endpoint={rowEndpoint}
              chosen={chosenIds}
              unknown={chosenIds.filter((id) => nameOf(id) === undefined)}
            />
          )}
          <SearchedPickList
            input={input}
            box={box}
            answer={answer}
            several={several}
            options={offers}
            allowClear={!required || several}
            optionRender={({ data, label: text }) =>
              show && data.row ? show(data.row) : <span translate="no">{text}</span>
            }
            {...(several &&
              show && {
                labelRender: ({ label: text, value: key }) => {
                  const row = options.find((option) => option.value === key)?.row
                  return row ? show(row) : text
                },
              })}
            {...(placeholder !== undefined && { placeholder })}
            chosen={chosen.map((key) => ({ value: key, label: labelFor(key) }))}
            choose={(keys) => {
              setNames(new Map(keys.map((key) => [key, labelFor(key)])))
              void setValue(several ? keys : (keys[0] ?? (byName ? '' : null)))
            }}
          />
        </>
      )}
    </FieldFrame>
  )
}

/** A picker of one record, searched on the server. */
export const RecordField = <N extends ResourceName>(props: RecordFieldProps<N>) => <RecordPick {...props} />

/** A picker of a record's name, searched on the server. A name that no longer exists stays until it is changed. */
export const RecordNameField = <N extends ResourceName>(props: ListedProps<N>) => (
  <RecordPick {...props} byName />
)

/** A picker of several records. */
export const RecordsField = <N extends ResourceName>(props: RecordFieldProps<N>) => (
  <RecordPick {...props} several />
)
