import { useMemo, useState, type ReactNode } from 'react'

/** The rows selected for bulk actions; selections on other pages are kept. */
export interface RowSelection {
  ids: readonly number[]
  choose: (ids: readonly number[]) => void
  clear: () => void
}

/** The selectable rows of a list and their actions. A stable object. */
export interface Selectable<R> {
  isSelectable: (row: R) => boolean
  /** A row's name, for screen readers. */
  nameOf: (row: R) => string
  /** The actions on the selected rows. */
  actions: (selection: RowSelection) => ReactNode
}

/** What the checkboxes of a list's rows need. */
export type RowChoice<R> = Omit<Selectable<R>, 'actions'> & RowSelection

export const useRowSelection = (): RowSelection => {
  const [ids, choose] = useState<readonly number[]>([])
  return useMemo(() => ({ ids, choose, clear: () => choose([]) }), [ids])
}
