import { localArea, tabArea } from './browserStorage'
import type { PreferencesState } from './preferences'
import type { Session } from './session'

/** The persistence key of a slice. */
export const keptKeyOf = (slice: string) => `citygate:${slice}`

/** The storage key under which redux-persist stores a slice. */
export const placeOf = (slice: string) => `persist:${keptKeyOf(slice)}`

/** The fields of a slice as stored by redux-persist, each serialized by itself; empty where nothing is stored. */
export const fieldsIn = (written: string | null): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(JSON.parse(written ?? '{}') as Record<string, string>).map(([name, value]) => [
      name,
      JSON.parse(value) as unknown,
    ]),
  )

/** A session as stored by redux-persist; null for none. */
export const sessionIn = (written: string | null): Session | null => {
  const { key, tokens, user, remember } = fieldsIn(written) as Partial<Session>
  return key && tokens && user ? { key, tokens, user, remember: remember ?? false } : null
}

/** The stored session of this tab, or else of this browser; null for none. */
export const keptSession = (): Session | null =>
  sessionIn(tabArea().getItem(placeOf('session'))) ?? sessionIn(localArea().getItem(placeOf('session')))

/** The stored preferences of this browser. */
export const keptPreferences = (): Partial<PreferencesState> =>
  fieldsIn(localArea().getItem(placeOf('preferences')))
