import { useCallback, useMemo } from 'react'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { columnsChosen, columnsReset, type ColumnChoice } from '../../store/preferences'
import {
  canBeHidden,
  noChoice,
  shownColumns,
  withEdgeMoved,
  withShare,
  withToggled,
  type ShownColumn,
} from './columnChoice'
import type { Column } from './columns'

/** A column in the columns menu. */
export interface OfferedColumn {
  key: string
  title: string
  isShown: boolean
  canBeHidden: boolean
  /** Percent of the table; undefined where it cannot be set. */
  share: number | undefined
}

/** The user's columns of a list. */
export interface ColumnControl<R> {
  shown: readonly ShownColumn<R>[]
  offered: readonly OfferedColumn[]
  /** Whether anything differs from the defaults. */
  isChosen: boolean
  toggle: (key: string) => void
  setShare: (key: string, share: number) => void
  /** Moves the edge after a column by percent of the table. */
  moveEdge: (key: string, by: number) => void
  reset: () => void
}

/**
 * The stored column settings of a list: visibility and widths.
 * @param list the list's name in the preferences
 */
export const useColumns = <R>(list: string, columns: readonly Column<R>[]): ColumnControl<R> => {
  const dispatch = useAppDispatch()
  const kept = useAppSelector(({ preferences }) => preferences.columns[list])
  const choice = kept ?? noChoice
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice])
  const choose = useCallback(
    (change: Partial<ColumnChoice>) => dispatch(columnsChosen({ list, choice: { ...choice, ...change } })),
    [dispatch, list, choice],
  )

  return {
    shown,
    offered: columns
      .filter(({ isActions }) => !isActions)
      .map((column) => ({
        key: column.key,
        title: column.title,
        isShown: shown.some(({ key }) => key === column.key),
        canBeHidden: canBeHidden(column),
        share: shown.find(({ key }) => key === column.key)?.share,
      })),
    isChosen: kept !== undefined,
    toggle: (key) => {
      const column = columns.find((each) => each.key === key)
      if (column) choose(withToggled(column, choice))
    },
    setShare: (key, share) => choose({ shares: { ...choice.shares, ...withShare(shown, key, share) } }),
    moveEdge: (key, by) => choose({ shares: { ...choice.shares, ...withEdgeMoved(shown, key, by) } }),
    reset: () => dispatch(columnsReset(list)),
  }
}
