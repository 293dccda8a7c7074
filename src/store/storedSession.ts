import { getLocalStorage, getSessionStorage } from './browserStorage'
import type { PreferencesState } from './preferences'
import type { Session } from './session'

/** The persistence key of a slice. */
export const persistKeyOf = (slice: string) => `citygate:${slice}`

/** The storage key under which redux-persist stores a slice. */
export const storageKeyOf = (slice: string) => `persist:${persistKeyOf(slice)}`

/** The fields of a slice as stored by redux-persist, each serialized by itself; empty where nothing is stored. */
export const parseFields = (stored: string | null): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(JSON.parse(stored ?? '{}') as Record<string, string>).map(([name, value]) => [
      name,
      JSON.parse(value) as unknown,
    ]),
  )

/** A session as stored by redux-persist; null for none. */
export const parseSession = (written: string | null): Session | null => {
  const { key, tokens, user, remember } = parseFields(written) as Partial<Session>
  return key && tokens && user ? { key, tokens, user, remember: remember ?? false } : null
}

/** The stored session of this tab, or else of this browser; null for none. */
export const readStoredSession = (): Session | null =>
  parseSession(getSessionStorage().getItem(storageKeyOf('session'))) ??
  parseSession(getLocalStorage().getItem(storageKeyOf('session')))

/** The stored preferences of this browser. */
export const readStoredPreferences = (): Partial<PreferencesState> =>
  parseFields(getLocalStorage().getItem(storageKeyOf('preferences')))
