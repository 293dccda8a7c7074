import type { ReactNode } from 'react'

/** A column of a list: what it is called, what it shows, and whether it can be sorted by. */
export interface Column<R> {
  /** The field that `ordering` names. */
  key: string
  title: string
  show: (row: R) => ReactNode
  sortable?: boolean
  align?: 'right'
  /** Names the row: first in a table, the heading of a card. */
  isName?: boolean
  /** A CSS length. */
  width?: string
  /** Cannot be hidden; nor can the one that names the row. */
  stays?: boolean
}
