import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import type { ViewedList } from '../../contract/views'

/** What a view keeps beside the query: the columns of its list, and the density. */
type Look = Pick<Row<'views'>, 'hidden_columns' | 'shown_columns' | 'density'>

/** The look of a list as the user has it. */
export const useLook = (of: ViewedList): Look => {
  const columns = useAppSelector(({ preferences }) => preferences.columns[of])
  const density = useAppSelector(({ preferences }) => preferences.density)
  return {
    hidden_columns: [...(columns?.hidden ?? [])],
    shown_columns: [...(columns?.shown ?? [])],
    density,
  }
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))

/** Whether two looks differ, whatever the order of their columns. */
export const differs = (one: Look, other: Look): boolean =>
  !sameNames(one.hidden_columns, other.hidden_columns) ||
  !sameNames(one.shown_columns, other.shown_columns) ||
  one.density !== other.density
