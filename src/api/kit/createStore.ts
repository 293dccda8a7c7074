import {
  combineReducers,
  configureStore,
  createListenerMiddleware,
  type DevToolsEnhancerOptions,
} from '@reduxjs/toolkit'
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
import { createBulkChangesReducer, persistBulkChanges } from '../../store/bulkChanges'
import { etags } from '../../store/etags'
import { contentTypes } from '../../store/contentTypes'
import { listenToTabs, openTabChannel, createCrossTabMiddleware, type TabChannel } from '../../store/crossTab'
import { currentUser } from '../../store/currentUser'
import { deletedRecords } from '../../store/deletedRecords'
import { createDraftsReducer, persistDrafts } from '../../store/drafts'
import { needsSecondFactor, sessionEnd, selectSession, session, signedOut } from '../../store/session'
import { entities } from '../../store/entities'
import { persistOrganizationQueues, createOrganizationQueuesReducer } from '../../store/organizationQueues'
import {
  browserStorages,
  createSessionPersistence,
  persistSessionSlice,
  persistPreferences,
  type BrowserStorages,
} from '../../store/persistence'
import { localMutations } from '../../store/localMutations'
import { pickerCache } from '../../store/pickerCache'
import { preferences } from '../../store/preferences'
import { recentRecords } from '../../store/recentRecords'
import { persistVisitedLists, createVisitedListsReducer } from '../../store/visitedLists'
import { watchTabSession } from '../../store/tabSession'
import { toasts } from '../../store/toasts'
import { api } from './api'
import type { ApiServices } from './baseQuery'
import { createRefresh } from './refresh'
import { createCollectorMiddleware } from './collectUnreferencedEntities'
import { createToastMiddleware } from './toastMiddleware'

/** The store's dependencies on the browser; each test passes its own. */
export interface StoreDependencies {
  storages: BrowserStorages
  channel: TabChannel
  locks: Pick<LockManager, 'request'> | undefined
  /** Events of the page's end, and of storage changes by other tabs. */
  page: Pick<Window, 'addEventListener'>
}

const browserDependencies = (): StoreDependencies => ({
  storages: browserStorages(),
  channel: openTabChannel(),
  // Typed as always present, but missing where the page is not served over a secure connection.
  locks: (navigator as Partial<Navigator>).locks,
  page: window,
})

/** Removes cached answers and aborts pending calls when their session ends. */
const createCacheResetMiddleware = () => {
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
const nonSerializableActions = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE]

/**
 * The application's store. `ready` resolves when the persisted state is restored; until then the store must not be
 * shown. `flush` stores pending writes at once.
 * @param devTools options of the Redux DevTools extension (store/devtools.ts); false: no connection.
 */
export const createStore = (
  { storages, channel, locks, page }: StoreDependencies = browserDependencies(),
  devTools: DevToolsEnhancerOptions | false = false,
) => {
  const persistence = createSessionPersistence(storages)
  const flush = (): Promise<unknown> => persistor.flush()
  const services: ApiServices = {
    refresh: createRefresh({ ...persistence, flush, locks }),
  }

  const store = configureStore({
    reducer: combineReducers({
      session: persistSessionSlice('session', session, persistence),
      currentUser: persistSessionSlice('currentUser', currentUser, persistence),
      contentTypes: persistSessionSlice('contentTypes', contentTypes, persistence),
      pickerCache: persistSessionSlice('pickerCache', pickerCache, persistence),
      recentRecords: persistSessionSlice('recentRecords', recentRecords, persistence),
      preferences: persistPreferences(preferences, storages),
      sessionEnd,
      needsSecondFactor,
      drafts: createDraftsReducer(storages.tab),
      organizationQueues: createOrganizationQueuesReducer(storages.tab),
      visitedLists: createVisitedListsReducer(storages.tab),
      bulkChanges: createBulkChangesReducer(storages.tab),
      toasts,
      localMutations,
      deletedRecords,
      etags,
      entities,
      [api.reducerPath]: api.reducer,
    }),
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: services },
        serializableCheck: { ignoredActions: nonSerializableActions },
      }).concat(
        createCrossTabMiddleware(channel),
        createCacheResetMiddleware(),
        createCollectorMiddleware(),
        createToastMiddleware(),
        api.middleware,
      ),
    devTools,
  })

  persistDrafts(storages, store, page)
  watchTabSession(storages.tab, store)
  persistOrganizationQueues(storages.tab, store)
  persistVisitedLists(storages.tab, store)
  persistBulkChanges(storages.tab, store)

  let persistor: Persistor
  const ready = new Promise<void>((resolve) => {
    persistor = persistStore(store, null, () => {
      const follow = () => persistence.follow(selectSession(store.getState()))
      follow()
      store.subscribe(follow)
      listenToTabs(channel, store)
      resolve()
    })
  })

  return { store, ready, flush }
}

export type Store = ReturnType<typeof createStore>['store']
export type RootState = ReturnType<Store['getState']>
export type AppDispatch = Store['dispatch']
