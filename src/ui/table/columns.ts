import type { ReactNode } from 'react'

/** A column of an exported file. */
export interface ExportedColumn {
  /** The field, or what the server computes for exports. */
  name: string
  title: string
  /** The words of options, by their values. */
  labels?: Readonly<Record<string, string>>
}

/** A column of a list: title, cell content and sorting. */
export interface Column<R> {
  /** The field in `ordering`, by default. */
  key: string
  /** Another name in `ordering`. */
  sortsBy?: string
  title: string
  show: (row: R) => ReactNode
  sortable?: boolean
  align?: 'right'
  /** The row's name: first in a table, the heading of a card. */
  isName?: boolean
  /**
   * The row's actions. The title is for screen readers, and the cell is beside the name of a card; it cannot be hidden.
   */
  isActions?: boolean
  /** In a card it has a line of its own after its title: for names, which may be long. */
  hasLine?: boolean
  /** Cards show it beside their first facts: without it these would be read wrongly. */
  isOnCards?: boolean
  /** Priority where not all columns fit: 'wide' ones are hidden first, with a hint, then the last of the others. */
  matters?: 'always' | 'wide'
  /** Its cells usually have two lines, a day above its time: those of its skeleton do. */
  isTall?: boolean
  /** The footer of the column, from all rows. */
  total?: (rows: readonly R[]) => ReactNode
  /** Hidden until the user chooses it. */
  isOptional?: boolean
  /** Its columns in an exported file; none where it is left out. */
  exported?: () => readonly ExportedColumn[]
  /** A CSS length. */
  width?: string
  /** CSS pixels below which its content would be cut inside a date or a number; its title counts by itself. */
  least?: number
}
