import type { ReactNode } from 'react'
import './plain-table.css'

type PlainTableProps = {
  /** The header cells. */
  head: ReactNode
  /** The rows. */
  children: ReactNode
} & ({ 'aria-label': string } | { 'aria-labelledby': string })

/** A small table in a dialog or a form, which scrolls sideways where it does not fit. */
export const PlainTable = ({ head, children, ...name }: PlainTableProps) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container has to be reachable by keyboard
  <div className="plain-table" role="region" tabIndex={0} {...name}>
    <table {...name}>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
