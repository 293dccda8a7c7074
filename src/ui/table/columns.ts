import type { ReactNode } from 'react'

/** A column of a list: what it is called, what it shows, and whether it can be sorted by. */
export interface Column<R> {
  /** The field that `ordering` names, unless something else is said. */
  key: string
  /** What `ordering` names instead. */
  sortsBy?: string
  title: string
  show: (row: R) => ReactNode
  sortable?: boolean
  align?: 'right'
  /** Names the row: first in a table, the heading of a card. */
  isName?: boolean
  /**
   * What can be done with the row. Its title is for screen readers, and it stands beside the name of a card; it cannot be
   * hidden.
   */
  isActions?: boolean
  /** Shows ways to other records: a block of their own tells them from the texts beside them. */
  hasLinks?: boolean
  /** In a card it has a line of its own, its title before it: for names, which may be long. */
  hasLine?: boolean
  /** Where a table is shown that has no room for all: 'wide' ones wait behind a hint. Without it, always. */
  matters?: 'always' | 'wide'
  /** What stands below the column, of all the rows. */
  total?: (rows: readonly R[]) => ReactNode
  /** A CSS length. */
  width?: string
}
