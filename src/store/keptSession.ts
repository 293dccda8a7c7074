import type { PreferencesState } from './preferences'
import type { Session } from './session'

/** What redux-persist calls a slice. */
export const keptKeyOf = (slice: string) => `citygate:${slice}`

/** Where redux-persist stores what is kept of a slice. */
export const placeOf = (slice: string) => `persist:${keptKeyOf(slice)}`

/** The fields of a slice as redux-persist wrote them, each as a text of its own; none where nothing is kept. */
export const fieldsIn = (written: string | null): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(JSON.parse(written ?? '{}') as Record<string, string>).map(([name, value]) => [
      name,
      JSON.parse(value) as unknown,
    ]),
  )

/** A session as redux-persist wrote it; null where nobody is signed in. */
export const sessionIn = (written: string | null): Session | null => {
  const { key, tokens, user, remember } = fieldsIn(written) as Partial<Session>
  return key && tokens && user ? { key, tokens, user, remember: remember ?? false } : null
}

/** Whoever is signed in to this tab, or else to this browser, as far as is kept; null for nobody. */
export const keptSession = (): Session | null =>
  sessionIn(sessionStorage.getItem(placeOf('session'))) ?? sessionIn(localStorage.getItem(placeOf('session')))

/** What this browser has kept of its preferences. */
export const keptPreferences = (): Partial<PreferencesState> =>
  fieldsIn(localStorage.getItem(placeOf('preferences')))
