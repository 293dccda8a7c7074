/** The periods that reports are of, as the address has them (REP-6). */
import { addMonths, daysInMonth, monthOf } from '../../contract/gas/calendar'
import { isDay } from '../../ui/value/dates'

/** The names of periods; the first one stands where the address has none. */
export const periodNames = {
  months: 'Last 12 months',
  year: 'This year',
  all: 'All',
  custom: 'Custom',
} as const
export type PeriodName = keyof typeof periodNames

/** A period by its first and last day; null: without an end. */
export interface Span {
  from: string | null
  to: string | null
}
export interface Period extends Span {
  name: PeriodName
}

const isName = (text: string | null): text is PeriodName => text !== null && text in periodNames
const dayOf = (text: string | null) => (text !== null && isDay(text) ? text : null)

/** The period of a query of an address; days without the name of a period are one of their own. */
export function periodAt(search: string, today: string): Period {
  const params = new URLSearchParams(search)
  const given = params.get('period')
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))]
  const name = isName(given) ? given : from !== null || to !== null ? 'custom' : 'months'
  switch (name) {
    case 'months':
      return { name, from: `${addMonths(monthOf(today), -11)}-01`, to: null }
    case 'year':
      return { name, from: `${today.slice(0, 4)}-01-01`, to: null }
    case 'all':
      return { name, from: null, to: null }
    case 'custom':
      return { name, from, to }
  }
}

/** The query of the address of a period. */
export function searchOf({ name, from, to }: Period): string {
  const params = new URLSearchParams(name === 'months' ? {} : { period: name })
  if (name === 'custom' && from !== null) params.set('from', from)
  if (name === 'custom' && to !== null) params.set('to', to)
  return params.toString()
}

type Filters = Readonly<Record<string, string>>

const within = (field: string, { from, to }: Span): Filters => ({
  ...(from !== null && { [`${field}_from`]: from }),
  ...(to !== null && { [`${field}_to`]: to }),
})

/** Filters of the list of opportunities: those created in a period. */
export const createdWithin = (span: Span): Filters => within('created_at', span)
/** Those that came into their stage in a period. */
export const decidedWithin = (span: Span): Filters => within('stage_changed_on', span)

/** The part of a period that is in a month. */
export function inMonth(month: string, { from, to }: Span): Span {
  const [first, last] = [`${month}-01`, `${month}-${String(daysInMonth(month)).padStart(2, '0')}`]
  return {
    from: from !== null && from > first ? from : first,
    to: to !== null && to < last ? to : last,
  }
}
