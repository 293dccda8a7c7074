import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useRow } from '../../../api/kit/hooks'
import { targetOf, type ResourceName } from '../../../contract'
import { me } from '../../../contract/filters'
import { Button } from '../../../ui/antd/Button'
import type { ListControl } from '../../../ui/list/useListState'
import { formatDate } from '../../../ui/value/dates'
import { formatMoney, formatNumber, formatSerial } from '../../../ui/value/numbers'
import { deletedName, type ReadRow } from '../deletedName'
import { RecordName } from '../RecordName'
import { viewOf } from '../resourceView'
import { optionName, type ActiveFilter, type FieldValues, type FilterableField } from './fieldFilters'
import { FilterDialog } from './FilterDialog'
import { related } from './related'
import { relativeNames } from './relativeNames'
import './filter-chips.css'

/** A record's name, which is loaded where it is not known; says so where the record is deleted. */
const NameOf = ({ to, row, id }: { to: ResourceName; row: ReadRow; id: number }) => {
  const isKnown = useRow(to, id) !== undefined
  const deleted = deletedName(row.useQuery(id), isKnown, viewOf(to)?.noun[0] ?? 'record')
  return (
    deleted ?? (
      <span translate="no">
        <RecordName resource={to} id={id} />
      </span>
    )
  )
}

const Named = ({ to, id }: { to: ResourceName; id: number }) => {
  const row = related[to]?.row
  return row && <NameOf to={to} row={row} id={id} />
}

/** The values of a filter by several, separated by commas. */
const valuesIn = ({ field, meta }: FilterableField, sent: string): ReactNode =>
  sent.split(',').map((value, index) => (
    <span key={value}>
      {index > 0 && ', '}
      {(field.kind === 'one' || field.kind === 'many') && value !== me ? (
        <Named to={targetOf(field)} id={Number(value)} />
      ) : value === me ? (
        'me'
      ) : (
        optionName({ field, meta }, value)
      )}
    </span>
  ))

const boundIn = ({ field, meta }: FilterableField, value: string): string => {
  if (field.kind !== 'number' && field.kind !== 'integer') return formatDate(value, 'day')
  const format = meta.input === 'serial' ? formatSerial : meta.prefix ? formatMoney : formatNumber
  return `${meta.prefix ?? ''}${format(Number(value))}`
}

/** '1,000–5,000 dth', 'from 1,000 dth', 'until 11/30/2026' */
function rangeText(field: FilterableField, { from, to }: FieldValues): string {
  const unit = field.meta.unit?.({})
  const after = unit ? ` ${unit}` : ''
  const isDay = field.field.kind !== 'number' && field.field.kind !== 'integer'
  if (from !== undefined && to !== undefined) return `${boundIn(field, from)}–${boundIn(field, to)}${after}`
  if (from !== undefined) return `from ${boundIn(field, from)}${after}`
  return `${isDay ? 'until' : 'up to'} ${boundIn(field, to ?? '')}${after}`
}

/** What is asked of a field, in words: 'any of A, B', '1,000–5,000 dth', 'this week'. */
function wordsOf(active: ActiveFilter): ReactNode[] {
  const { any, all, contains, equals, from, to, is, empty } = active.filters
  const isSeveral = any?.includes(',') === true
  return [
    any !== undefined && (
      <>
        {isSeveral ? 'any of ' : ''}
        {valuesIn(active, any)}
      </>
    ),
    all !== undefined && <>all of {valuesIn(active, all)}</>,
    contains !== undefined && `contains “${contains}”`,
    equals !== undefined && `is “${equals}”`,
    (from !== undefined || to !== undefined) && rangeText(active, active.filters),
    is !== undefined && relativeNames[is as keyof typeof relativeNames],
    empty !== undefined && (empty === 'true' ? 'is empty' : 'is not empty'),
  ].filter((word) => word !== false)
}

interface FilterChipsProps {
  list: ListControl
  active: readonly ActiveFilter[]
  /** Focuses what adds a filter, where the last one goes with the focus. */
  focusAdd: () => void
}

/** The filters of a list in words, each a button that changes it, with one that removes it (VIEW-1). */
export const FilterChips = ({ list, active, focusAdd }: FilterChipsProps) => {
  const { state, act } = list
  const [edited, setEdited] = useState<ActiveFilter | null>(null)
  const chips = useRef<HTMLUListElement>(null)
  /** The position of the chip that is being removed with the focus. */
  const removed = useRef<number | null>(null)
  useEffect(() => {
    if (removed.current === null) return
    const buttons = chips.current?.querySelectorAll<HTMLButtonElement>('.filter-chip-remove') ?? []
    buttons[Math.min(removed.current, buttons.length - 1)]?.focus()
    removed.current = null
  }, [active.length])
  const remove = ({ parameters }: ActiveFilter, at: number) => {
    if (active.length === 1) focusAdd()
    else removed.current = at
    act({ type: 'filtersCleared', names: parameters })
  }
  // Those that other inputs show, such as the tag, count as well.
  const all = Object.keys(state.filters)
  const hasSeveral = active.length > 1 || all.length > (active[0]?.parameters.length ?? 0)
  return (
    <div className="filter-chips">
      <ul aria-label="Filters" ref={chips}>
        {active.map((one, at) => {
          const { label } = one.meta
          return (
            <li key={one.name} className="filter-chip">
              <button
                type="button"
                className="filter-chip-text"
                aria-haspopup="dialog"
                title="Change the filter"
                onClick={() => setEdited(one)}
              >
                {label}{' '}
                {wordsOf(one).map((word, index) => (
                  <span key={index}>
                    {index > 0 && ' and '}
                    {word}
                  </span>
                ))}
              </button>
              <button
                type="button"
                className="filter-chip-remove not-printed"
                aria-label={`Remove the filter by ${label}`}
                title="Remove the filter"
                onClick={() => remove(one, at)}
              >
                <CloseOutlined aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      {hasSeveral && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            focusAdd()
            act({ type: 'filtersCleared', names: all })
          }}
        >
          Clear all filters
        </Button>
      )}
      {edited && <FilterDialog list={list} fields={[edited]} edited={edited} close={() => setEdited(null)} />}
    </div>
  )
}
