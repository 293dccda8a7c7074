import { createAction, type Store } from '@reduxjs/toolkit'
import { readKept, writeKept } from './keptInTab'
import type { SessionState } from './session'

/** Somebody else uses the tab than when something was kept in it. */
export const tabUserChanged = createAction('tabUser/tabUserChanged')

const place = 'citygate:tab-user'
const nobody: { id?: number } = {}

/**
 * Notes who uses the tab: it may have been elsewhere while one user signed out and another in, and then has not heard of it.
 * What is kept in it of the first is not the other's.
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
