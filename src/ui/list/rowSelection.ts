import { createContext, use, useMemo, useState, type ReactNode } from 'react'

/** The rows selected for bulk actions; selections on other pages are kept. */
export interface RowSelection {
  ids: ReadonlySet<number>
  select: (ids: readonly number[], isOn: boolean) => void
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

export const useRowSelection = (): RowSelection => {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return useMemo(
    () => ({
      ids,
      select: (some, isOn) =>
        setIds((known) =>
          isOn ? new Set([...known, ...some]) : new Set([...known].filter((id) => !some.includes(id))),
        ),
      clear: () => setIds(new Set()),
    }),
    [ids],
  )
}

/** Provides the selection to the checkboxes, so that a click re-renders no row. */
export const SelectionContext = createContext<RowSelection | null>(null)

export const useSelection = (): RowSelection => {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('Nothing can be selected here.')
  return selection
}
