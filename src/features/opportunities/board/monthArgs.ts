import { opportunitiesApi } from '../../../api/opportunitiesApi'
import type { ListArgs } from '../../../api/kit/queries'
import { addDays } from '../../../contract/gas/calendar'
import { dayOf, periodBounds, today } from '../../../ui/calendar/periods'
import { listArgs } from '../../../ui/list/listArgs'
import type { ListState } from '../../../ui/list/listState'
import { readOf, type PageRead } from '../../../ui/page/pageRoute'

/** Due dates that a month shows at most. */
export const maxDue = 200

/** A day of the month that a list shows, 'YYYY-MM-DD': today in the present one. */
export const dateIn = ({ month }: Pick<ListState, 'month'>): string =>
  month === null || month === today().slice(0, 7) ? today() : `${month}-01`

/** The request for what is due in the weeks of a month (BOARD-5). */
export const monthArgs = (state: ListState): ListArgs<'opportunities'> => {
  const { start, end } = periodBounds({ view: 'month', date: dateIn(state) })
  const [first, last] = [dayOf(start * 1_000), addDays(dayOf(end * 1_000), -1)]
  const { pricing_due_date_from: from = first, pricing_due_date_to: to = last } = state.filters
  const within = {
    pricing_due_date_from: from > first ? from : first,
    pricing_due_date_to: to < last ? to : last,
  }
  return {
    ...listArgs<'opportunities'>({ ...state, page: 1, sort: 'pricing_due_date' }, within),
    limit: maxDue,
  }
}

/** What the calendar reads at an address. */
export const monthReads = (state: ListState): readonly PageRead[] => [
  readOf(opportunitiesApi.endpoints.opportunityDays, monthArgs(state)),
]
