import { useMemo, useState, type ReactNode } from 'react'

/** The rows selected for bulk actions; selections on other pages are kept, until search or filters change. */
export interface RowSelection {
  ids: readonly number[]
  /** Whether all that match are selected, on all pages. */
  isAll: boolean
  choose: (ids: readonly number[]) => void
  chooseAll: () => void
  clear: () => void
}

/** What a list shows, on all of its pages. */
export interface ShownList {
  /** How many records match. */
  count: number
  /** Its search and filters, as the server takes them. */
  params: Readonly<Record<string, string>>
}

/** The selectable rows of a list and their actions. A stable object. */
export interface Selectable<R> {
  isSelectable: (row: R) => boolean
  /** A row's name, for screen readers. */
  nameOf: (row: R) => string
  /** Every row is selectable, and all that match are at once. */
  takesAll?: true
  /** The actions on the selected rows. */
  actions: (selection: RowSelection, shown: ShownList) => ReactNode
}

/** What the checkboxes of a list's rows need. */
export type RowChoice<R> = Pick<Selectable<R>, 'isSelectable' | 'nameOf'> &
  Pick<RowSelection, 'ids' | 'choose'>

interface Selected {
  ids: readonly number[]
  isAll: boolean
  /** The search and filters under which they have been selected. */
  conditions: string
}

/**
 * What is selected, on all pages; another search or filter ends it, so that nothing is changed that the list does not have.
 * @param conditions search and filters of the list.
 */
export const useRowSelection = (conditions: string): RowSelection => {
  const [selected, select] = useState<Selected>({ ids: [], isAll: false, conditions })
  if (selected.conditions !== conditions) select({ ids: [], isAll: false, conditions })
  const { ids, isAll } = selected
  return useMemo(
    () => ({
      ids,
      isAll,
      choose: (chosen) => select({ ids: chosen, isAll: false, conditions }),
      chooseAll: () => select({ ids: [], isAll: true, conditions }),
      clear: () => select({ ids: [], isAll: false, conditions }),
    }),
    [ids, isAll, conditions],
  )
}

/** The checkboxes of a page; undefined for one without selectable rows, which needs none. */
export const rowChoice = <R>(
  selectable: Selectable<R>,
  { ids, isAll, choose }: RowSelection,
  rows: readonly R[] | undefined,
  pageIds: readonly number[],
): RowChoice<R> | undefined => {
  // A list that is loading has the column already.
  const isNeeded = selectable.takesAll ? rows?.length !== 0 : rows?.some(selectable.isSelectable)
  return isNeeded ? { ...selectable, ids: isAll ? pageIds : ids, choose } : undefined
}
