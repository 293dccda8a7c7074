import type { Reducer } from '@reduxjs/toolkit'
import { createMigrate, persistReducer, type MigrationManifest } from 'redux-persist'
import { keepItem, localArea, tabArea } from './browserStorage'
import { keptKeyOf, placeOf, sessionIn } from './keptSession'
import type { Session, Tokens } from './session'

/** The slices of a session, each with the version of its shape. */
const sessionSlices = { session: 1, currentUser: 2, contentTypes: 1, picks: 1 } as const
type SessionSlice = keyof typeof sessionSlices

const preferencesVersion = 1

/**
 * Migrations from slices stored by earlier releases, keyed by the resulting version. State without a version is
 * dropped: version 1 is the first release.
 */
const migrations: Record<SessionSlice | 'preferences', MigrationManifest> = {
  session: { 1: () => undefined },
  // Profiles gained working hours; they are read from the server again.
  currentUser: { 1: () => undefined, 2: () => undefined },
  contentTypes: { 1: () => undefined },
  picks: { 1: () => undefined },
  preferences: { 1: () => undefined },
}

/** The two storages of a browser: `local` survives a restart, `tab` only a reload. */
export interface Places {
  local: Storage
  tab: Storage
}

/** The storages of this browser. */
export const browserPlaces = (): Places => ({ local: localArea(), tab: tabArea() })

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
    if (storage) keepItem(storage, key, value)
  },
  removeItem: async (key) => place()?.removeItem(key),
})

/** Storage location and stored state of the session's slices. */
export interface SessionKeeping {
  storage: PersistStorage
  /**
   * Moves the stored slices with the session: to the browser or the tab by remember-me, and removes them at its end.
   */
  follow: (session: Session | null) => void
  /** Stores new tokens of this tab's session at once: older ones expire soon, and the tab may be closed. */
  keepTokens: (key: string, tokens: Tokens) => void
  /** The stored session, as last written by any tab. */
  newest: () => Session | null
}

/**
 * Persistence that follows remember-me (AUTH-15). A tab with a session of its own never reads or clears the one that
 * the browser remembers. Background tabs write late: they never touch another session, and never replace newer tokens
 * with older ones.
 */
export const createSessionKeeping = ({ local, tab }: Places): SessionKeeping => {
  const sessionPlace = placeOf('session')
  const keptAt = (place: Storage | null) => sessionIn(place?.getItem(sessionPlace) ?? null)
  const homes = [tab, local]
  let home: Storage | null = homes.find((place) => place.getItem(sessionPlace)) ?? null
  /** Key of this tab's session. */
  let own: string | null = null

  const clear = (place: Storage | null) => {
    for (const slice of Object.keys(sessionSlices)) place?.removeItem(placeOf(slice))
  }

  const isOutdated = (place: string, written: string) => {
    const kept = keptAt(home)
    if (!kept) return false
    if (kept.key !== own) return true
    return place === sessionPlace && kept.tokens.rotation > (sessionIn(written)?.tokens.rotation ?? 0)
  }

  const storage = storageAt(() => home)

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
      if (next === home && key === own) return
      const left = keptAt(home)
      if (home !== next && (!left || !own || left.key === own)) clear(home)
      // A new session replaces any stored one.
      if (keptAt(next)?.key !== key) clear(next)
      home = next
      own = key
    },
    keepTokens: (key, tokens) => {
      const written = home?.getItem(sessionPlace) ?? null
      const kept = sessionIn(written)
      if (!home || kept?.key !== key || kept.tokens.rotation > tokens.rotation) return
      const fields = JSON.parse(written ?? '{}') as object
      try {
        home.setItem(sessionPlace, JSON.stringify({ ...fields, tokens: JSON.stringify(tokens) }))
      } catch {
        // The storage is full; the page continues with its state in memory.
      }
    },
    newest: () => keptAt(home),
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
export const kept = <S extends object>(
  slice: SessionSlice,
  reducer: Reducer<S>,
  { storage }: SessionKeeping,
) =>
  persistReducer<S>(
    {
      key: keptKeyOf(slice),
      version: sessionSlices[slice],
      storage,
      migrate: migrate(slice, sessionSlices[slice]),
    },
    reducer,
  )

/** Persists the preferences, which belong to the browser and not to a user. */
export const keptPreferences = <S extends object>(reducer: Reducer<S>, { local }: Places) =>
  persistReducer<S>(
    {
      key: keptKeyOf('preferences'),
      version: preferencesVersion,
      storage: storageAt(() => local),
      migrate: migrate('preferences', preferencesVersion),
    },
    reducer,
  )
