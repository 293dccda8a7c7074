import { createAction, type Store } from '@reduxjs/toolkit'
import { readStored, writeStored } from './tabStorage'
import type { SessionState } from './session'

/** The tab's user is another one than that of the stored state. */
export const tabUserChanged = createAction('tabSession/tabUserChanged')

const storageKey = 'citygate:tab-user'
const noUser: { id?: number } = {}

/**
 * Records the tab's user: while the tab showed another site, one user may have signed out and another one in without an
 * event. State stored for the first user must not be shown to the second.
 */
export const watchTabSession = (
  tab: Storage,
  store: Pick<Store<{ session: Pick<SessionState, 'user'> }>, 'getState' | 'subscribe' | 'dispatch'>,
) => {
  const { id: before } = readStored(tab, storageKey, noUser)
  let known: number | undefined
  store.subscribe(() => {
    const now = store.getState().session.user?.id
    if (now === known) return
    const isFirst = known === undefined
    known = now
    writeStored(tab, storageKey, now === undefined ? noUser : { id: now })
    if (isFirst && before !== undefined && now !== before) store.dispatch(tabUserChanged())
  })
}
