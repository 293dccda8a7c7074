import type { Reducer } from '@reduxjs/toolkit'
import { createMigrate, persistReducer, type MigrationManifest } from 'redux-persist'
import { keptKeyOf, placeOf, sessionIn } from './keptSession'
import type { Session } from './session'

/** The slices that belong to a session, each with the version of its shape. */
const sessionSlices = { session: 1, currentUser: 2, contentTypes: 1, picks: 1 } as const
type SessionSlice = keyof typeof sessionSlices

const preferencesVersion = 1

/**
 * How a slice kept by an earlier release becomes this release's. The key is the version that it becomes.
 * What was kept without any version is dropped: version 1 is the first that was released.
 */
const migrations: Record<SessionSlice | 'preferences', MigrationManifest> = {
  session: { 1: () => undefined },
  // Profiles came to hold working hours; the server tells them anew.
  currentUser: { 1: () => undefined, 2: () => undefined },
  contentTypes: { 1: () => undefined },
  picks: { 1: () => undefined },
  preferences: { 1: () => undefined },
}

/** The two places of a browser: `local` survives a restart, `tab` only a reload. */
export interface Places {
  local: Storage
  tab: Storage
}

/** The places of this browser. */
export const browserPlaces = (): Places => ({ local: window.localStorage, tab: window.sessionStorage })

/** A storage that redux-persist can use. Its answers are promises because that is the interface. */
interface PersistStorage {
  getItem: (key: string) => Promise<string | null>
  setItem: (key: string, value: string) => Promise<void>
  removeItem: (key: string) => Promise<void>
}

const storageAt = (place: () => Storage | null): PersistStorage => ({
  getItem: async (key) => place()?.getItem(key) ?? null,
  setItem: async (key, value) => place()?.setItem(key, value),
  removeItem: async (key) => place()?.removeItem(key),
})

/** Where the session's slices are kept, and what is kept there right now. */
export interface SessionKeeping {
  storage: PersistStorage
  /** Moves with the session: to the browser or the tab as remember-me says, and away from both at its end. */
  follow: (session: Session | null) => void
  /** The session as it is kept right now, by whichever tab wrote it last. */
  newest: () => Session | null
}

/**
 * Keeping that follows remember-me (AUTH-15). A tab with a session of its own never reads nor clears the one
 * that the browser remembers. Tabs in the background write late: they touch nothing of a session that is not
 * theirs, and never put older tokens in the place of newer ones.
 */
export const createSessionKeeping = ({ local, tab }: Places): SessionKeeping => {
  const sessionPlace = placeOf('session')
  const keptAt = (place: Storage | null) => sessionIn(place?.getItem(sessionPlace) ?? null)
  const homes = [tab, local]
  let home: Storage | null = homes.find((place) => place.getItem(sessionPlace)) ?? null
  /** The key of the session that this tab is in. */
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
      // A new session takes the place of whichever was kept there.
      if (keptAt(next)?.key !== key) clear(next)
      home = next
      own = key
    },
    newest: () => keptAt(home),
  }
}

/** Keeps nothing that a later release wrote: going back to an earlier release starts that slice afresh. */
const migrate = (slice: SessionSlice | 'preferences', current: number) => {
  const forward = createMigrate(migrations[slice], { debug: false })
  const migrated: typeof forward = async (state, version) =>
    (state?._persist.version ?? -1) > current ? undefined : forward(state, version)
  return migrated
}

/** Keeps one of the session's slices across reloads. */
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

/** Keeps the preferences, which belong to the browser whoever is signed in. */
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
