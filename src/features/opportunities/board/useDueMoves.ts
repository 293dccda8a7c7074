import { useCallback } from 'react'
import { useAppDispatch, useAppStore } from '../../../api/kit/hooks'
import { useChangeOpportunityMutation } from '../../../api/opportunitiesApi'
import type { Row } from '../../../contract'
import { dayAt } from '../../../contract/allDay'
import { selectRow } from '../../../store/entities'
import { toastShown } from '../../../store/toasts'
import type { Time } from '../../../ui/calendar/moving'
import { formatDate } from '../../../ui/value/dates'
import { movedToast, moveBegun } from './moveToasts'

/** Moves due dates to other days; a success can be taken back (BOARD-5). */
export const useDueMoves = () => {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const [change] = useChangeOpportunityMutation()
  return useCallback(
    async (deal: Row<'opportunities'>, to: Time) => {
      const { opportunity_id: id, opportunity_name: name, version, pricing_due_date } = deal
      const due = to.isAllDay ? dayAt(to.start) : new Date(to.start * 1_000).toISOString()
      if (due === pricing_due_date) return
      dispatch(moveBegun())
      const { error } = await change({ id, version, body: { pricing_due_date: due } })
      if (error) {
        if ('code' in error && error.code === 'stale_version')
          dispatch(toastShown({ kind: 'error', title: 'Not moved', text: `${name} was changed meanwhile.` }))
        return
      }
      const row = selectRow(store.getState(), 'opportunities', id)
      dispatch(
        movedToast(deal, `due ${formatDate(due, 'namedDay')}`, {
          version: row?.version ?? version + 1,
          body: { pricing_due_date },
          made: { pricing_due_date: row?.pricing_due_date ?? due },
        }),
      )
    },
    [change, dispatch, store],
  )
}
