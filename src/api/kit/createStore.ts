import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import {
  FLUSH,
  PAUSE,
  PERSIST,
  persistStore,
  PURGE,
  REGISTER,
  REHYDRATE,
  type Persistor,
} from 'redux-persist'
import { answerTags } from '../../store/answerTags'
import { contentTypes } from '../../store/contentTypes'
import { hearTabs, openTabChannel, tellingTabs, type TabChannel } from '../../store/crossTab'
import { currentUser } from '../../store/currentUser'
import { deletedRecords } from '../../store/deletedRecords'
import { devToolsOptions } from '../../store/devtools'
import { draftsIn, keepDrafts } from '../../store/drafts'
import { ending } from '../../store/ending'
import { entities } from '../../store/entities'
import { keepOrganizationQueues, organizationQueuesIn } from '../../store/organizationQueues'
import {
  browserPlaces,
  createSessionKeeping,
  kept,
  keptPreferences,
  type Places,
} from '../../store/persistence'
import { ownChanges } from '../../store/ownChanges'
import { picks } from '../../store/picks'
import { preferences } from '../../store/preferences'
import { keepSeenLists, seenListsIn } from '../../store/seenLists'
import { watchTabUser } from '../../store/tabUser'
import { selectSession, session, signedOut } from '../../store/session'
import { toasts } from '../../store/toasts'
import { api } from './api'
import type { ApiServices } from './baseQuery'
import { createRefresh } from './refresh'
import { sweeping } from './sweep'
import { toasting } from './toasting'

/** The store's dependencies on the browser; each test passes its own. */
export interface Surroundings {
  places: Places
  channel: TabChannel
  locks: Pick<LockManager, 'request'> | undefined
  /** Events of the page's end, and of storage changes by other tabs. */
  page: Pick<Window, 'addEventListener'>
}

const browserSurroundings = (): Surroundings => ({
  places: browserPlaces(),
  channel: openTabChannel(),
  // Typed as always present, but missing where the page is not served over a secure connection.
  locks: (navigator as Partial<Navigator>).locks,
  page: window,
})

/** Removes cached answers and aborts pending calls when their session ends. */
const clearingAnswers = () => {
  const listener = createListenerMiddleware()
  listener.startListening({
    actionCreator: signedOut,
    effect: (_action, { dispatch }) => {
      for (const running of dispatch(api.util.getRunningQueriesThunk())) running.abort()
      dispatch(api.util.resetApiState())
    },
  })
  return listener.middleware
}

/** redux-persist passes functions in its actions. */
const notPlain = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE]

/**
 * The application's store. `ready` resolves when the persisted state is restored; until then the store must not be
 * shown. `writeDown` flushes pending writes at once.
 */
export const createStore = ({ places, channel, locks, page }: Surroundings = browserSurroundings()) => {
  const keeping = createSessionKeeping(places)
  const writeDown = (): Promise<unknown> => persistor.flush()
  const services: ApiServices = {
    refresh: createRefresh({ newest: keeping.newest, keepTokens: keeping.keepTokens, writeDown, locks }),
  }

  const store = configureStore({
    reducer: combineReducers({
      session: kept('session', session, keeping),
      currentUser: kept('currentUser', currentUser, keeping),
      contentTypes: kept('contentTypes', contentTypes, keeping),
      picks: kept('picks', picks, keeping),
      preferences: keptPreferences(preferences, places),
      ending,
      drafts: draftsIn(places.tab),
      organizationQueues: organizationQueuesIn(places.tab),
      seenLists: seenListsIn(places.tab),
      toasts,
      ownChanges,
      deletedRecords,
      answerTags,
      entities,
      [api.reducerPath]: api.reducer,
    }),
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: services },
        serializableCheck: { ignoredActions: notPlain },
      }).concat(tellingTabs(channel), clearingAnswers(), sweeping(), toasting(), api.middleware),
    devTools: devToolsOptions,
  })

  keepDrafts(places, store, page)
  watchTabUser(places.tab, store)
  keepOrganizationQueues(places.tab, store)
  keepSeenLists(places.tab, store)

  let persistor: Persistor
  const ready = new Promise<void>((resolve) => {
    persistor = persistStore(store, null, () => {
      const follow = () => keeping.follow(selectSession(store.getState()))
      follow()
      store.subscribe(follow)
      hearTabs(channel, store)
      resolve()
    })
  })

  return { store, ready, writeDown }
}

export type Store = ReturnType<typeof createStore>['store']
export type RootState = ReturnType<Store['getState']>
export type AppDispatch = Store['dispatch']
