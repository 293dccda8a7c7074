import { useCallback, useMemo } from 'react'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { columnsChosen, columnsReset } from '../../store/preferences'
import {
  canBeHidden,
  noChoice,
  shownColumns,
  withEdgeMoved,
  withShare,
  type ShownColumn,
} from './columnChoice'
import type { Column } from './columns'

/** A column as the menu offers it. */
export interface OfferedColumn {
  key: string
  title: string
  isShown: boolean
  canBeHidden: boolean
  /** Percent of the table; undefined where it cannot be chosen. */
  share: number | undefined
}

/** The columns of a list as somebody wants them. */
export interface ColumnControl<R> {
  shown: readonly ShownColumn<R>[]
  offered: readonly OfferedColumn[]
  /** Whether anything differs from what everybody finds at first. */
  isChosen: boolean
  toggle: (key: string) => void
  setShare: (key: string, share: number) => void
  /** Moves the edge behind a column by so many percent of the table. */
  moveEdge: (key: string, by: number) => void
  reset: () => void
}

/**
 * What this browser keeps of the columns of a list: which are shown, and how wide.
 * @param list the name under which that is kept
 */
export const useColumns = <R>(list: string, columns: readonly Column<R>[]): ColumnControl<R> => {
  const dispatch = useAppDispatch()
  const kept = useAppSelector(({ preferences }) => preferences.columns[list])
  const choice = kept ?? noChoice
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice])
  const choose = useCallback(
    (change: Partial<typeof noChoice>) => dispatch(columnsChosen({ list, choice: { ...choice, ...change } })),
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
    toggle: (key) =>
      choose({
        hidden: choice.hidden.includes(key)
          ? choice.hidden.filter((other) => other !== key)
          : [...choice.hidden, key],
      }),
    setShare: (key, share) => choose({ shares: { ...choice.shares, ...withShare(shown, key, share) } }),
    moveEdge: (key, by) => choose({ shares: { ...choice.shares, ...withEdgeMoved(shown, key, by) } }),
    reset: () => dispatch(columnsReset(list)),
  }
}
