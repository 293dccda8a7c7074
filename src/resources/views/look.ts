import type { Row } from '../../contract'
import type { ViewedList } from '../../contract/views'
import type { PreferencesState } from '../../store/preferences'

/** What a view keeps beside the query: the columns of its list, and the density. */
export type Look = Pick<Row<'views'>, 'hidden_columns' | 'shown_columns' | 'density'>

const memo = new WeakMap<PreferencesState, Map<ViewedList, Look>>()

/** The look of a list as the user has it; the same object for the same preferences. */
export const currentLook = (preferences: PreferencesState, of: ViewedList): Look => {
  const known = memo.get(preferences) ?? new Map<ViewedList, Look>()
  memo.set(preferences, known)
  const before = known.get(of)
  if (before) return before
  const { hidden = [], shown = [] } = preferences.columns[of] ?? {}
  const look: Look = {
    hidden_columns: [...hidden],
    shown_columns: [...shown],
    density: preferences.density,
  }
  known.set(of, look)
  return look
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))

/** Whether two looks differ, whatever the order of their columns. */
export const differs = (one: Look, other: Look): boolean =>
  !sameNames(one.hidden_columns, other.hidden_columns) ||
  !sameNames(one.shown_columns, other.shown_columns) ||
  one.density !== other.density
