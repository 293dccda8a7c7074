import { createAction, type Store } from '@reduxjs/toolkit'
import { readKept, writeKept } from './keptInTab'
import type { SessionState } from './session'

/** The tab's user is another one than that of the stored state. */
export const tabUserChanged = createAction('tabUser/tabUserChanged')

const place = 'citygate:tab-user'
const nobody: { id?: number } = {}

/**
 * Records the tab's user: while the tab showed another site, one user may have signed out and another one in without an
 * event. State stored for the first user must not be shown to the second.
 */
export const watchTabUser = (
  tab: Storage,
  store: Pick<Store<{ session: Pick<SessionState, 'user'> }>, 'getState' | 'subscribe' | 'dispatch'>,
) => {
  const { id: before } = readKept(tab, place, nobody)
  let known: number | undefined
  store.subscribe(() => {
    const now = store.getState().session.user?.id
    if (now === known) return
    const isFirst = known === undefined
    known = now
    writeKept(tab, place, now === undefined ? nobody : { id: now })
    if (isFirst && before !== undefined && now !== before) store.dispatch(tabUserChanged())
  })
}
