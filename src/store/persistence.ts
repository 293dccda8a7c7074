import type { Reducer } from '@reduxjs/toolkit'
import { createMigrate, persistReducer, type MigrationManifest } from 'redux-persist'
import { storeItem, getLocalStorage, getSessionStorage } from './browserStorage'
import { persistKeyOf, storageKeyOf, parseSession } from './storedSession'
import type { Session, Tokens } from './session'

/** The slices of a session, each with the version of its shape. */
const sessionSlices = {
  session: 1,
  currentUser: 3,
  contentTypes: 1,
  pickerCache: 1,
  recentRecords: 1,
} as const
type SessionSlice = keyof typeof sessionSlices

const preferencesVersion = 1

/**
 * Migrations from slices stored by earlier releases, keyed by the resulting version. State without a version is
 * dropped: version 1 is the first release.
 */
const migrations: Record<SessionSlice | 'preferences', MigrationManifest> = {
  session: { 1: () => undefined },
  // Profiles gained working hours, users roles; both are read from the server again.
  currentUser: { 1: () => undefined, 2: () => undefined, 3: () => undefined },
  contentTypes: { 1: () => undefined },
  pickerCache: { 1: () => undefined },
  recentRecords: { 1: () => undefined },
  preferences: { 1: () => undefined },
}

/** The two storages of a browser: `local` survives a restart, `tab` only a reload. */
export interface BrowserStorages {
  local: Storage
  tab: Storage
}

/** The storages of this browser. */
export const browserStorages = (): BrowserStorages => ({ local: getLocalStorage(), tab: getSessionStorage() })

/** A storage for redux-persist, whose interface is asynchronous. */
interface PersistStorage {
  getItem: (key: string) => Promise<string | null>
  setItem: (key: string, value: string) => Promise<void>
  removeItem: (key: string) => Promise<void>
}

const storageAt = (place: () => Storage | null): PersistStorage => ({
  getItem: async (key) => place()?.getItem(key) ?? null,
  setItem: async (key, value) => {
    const storage = place()
    if (storage) storeItem(storage, key, value)
  },
  removeItem: async (key) => place()?.removeItem(key),
})

/** Storage location and stored state of the session's slices. */
export interface SessionPersistence {
  storage: PersistStorage
  /**
   * Moves the stored slices with the session: to the browser or the tab by remember-me, and removes them at its end.
   */
  follow: (session: Session | null) => void
  /** Stores new tokens of this tab's session at once: older ones expire soon, and the tab may be closed. */
  storeTokens: (key: string, tokens: Tokens) => void
  /** The stored session, as last written by any tab. */
  readLatest: () => Session | null
}

/**
 * Persistence that follows remember-me (AUTH-15). A tab with a session of its own never reads or clears the one that
 * the browser remembers. Background tabs write late: they never touch another session, and never replace newer tokens
 * with older ones.
 */
export const createSessionPersistence = ({ local, tab }: BrowserStorages): SessionPersistence => {
  const sessionKey = storageKeyOf('session')
  const readSession = (place: Storage | null) => parseSession(place?.getItem(sessionKey) ?? null)
  const candidates = [tab, local]
  let current: Storage | null = candidates.find((place) => place.getItem(sessionKey)) ?? null
  /** Key of this tab's session. */
  let own: string | null = null

  const clear = (place: Storage | null) => {
    for (const slice of Object.keys(sessionSlices)) place?.removeItem(storageKeyOf(slice))
  }

  const isOutdated = (place: string, written: string) => {
    const stored = readSession(current)
    if (!stored) return false
    if (stored.key !== own) return true
    return place === sessionKey && stored.tokens.rotation > (parseSession(written)?.tokens.rotation ?? 0)
  }

  const storage = storageAt(() => current)

  return {
    storage: {
      ...storage,
      setItem: async (place, written) => {
        if (!isOutdated(place, written)) await storage.setItem(place, written)
      },
    },
    follow: (session) => {
      const key = session?.key ?? null
      const next = session ? (session.remember ? local : tab) : null
      if (next === current && key === own) return
      const left = readSession(current)
      if (current !== next && (!left || !own || left.key === own)) clear(current)
      // A new session replaces any stored one.
      if (readSession(next)?.key !== key) clear(next)
      current = next
      own = key
    },
    storeTokens: (key, tokens) => {
      const written = current?.getItem(sessionKey) ?? null
      const stored = parseSession(written)
      if (!current || stored?.key !== key || stored.tokens.rotation > tokens.rotation) return
      const fields = JSON.parse(written ?? '{}') as object
      try {
        current.setItem(sessionKey, JSON.stringify({ ...fields, tokens: JSON.stringify(tokens) }))
      } catch {
        // The storage is full; the page continues with its state in memory.
      }
    },
    readLatest: () => readSession(current),
  }
}

/** Drops a slice stored by a later release: after a rollback that slice starts empty. */
const migrate = (slice: SessionSlice | 'preferences', current: number) => {
  const forward = createMigrate(migrations[slice], { debug: false })
  const migrated: typeof forward = async (state, version) =>
    (state?._persist.version ?? -1) > current ? undefined : forward(state, version)
  return migrated
}

/** Persists one of the session's slices across reloads. */
export const persistSessionSlice = <S extends object>(
  slice: SessionSlice,
  reducer: Reducer<S>,
  { storage }: SessionPersistence,
) =>
  persistReducer<S>(
    {
      key: persistKeyOf(slice),
      version: sessionSlices[slice],
      storage,
      migrate: migrate(slice, sessionSlices[slice]),
    },
    reducer,
  )

/** Persists the preferences, which belong to the browser and not to a user. */
export const persistPreferences = <S extends object>(reducer: Reducer<S>, { local }: BrowserStorages) =>
  persistReducer<S>(
    {
      key: persistKeyOf('preferences'),
      version: preferencesVersion,
      storage: storageAt(() => local),
      migrate: migrate('preferences', preferencesVersion),
    },
    reducer,
  )
