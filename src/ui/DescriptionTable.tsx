import type { ReactNode } from 'react'
import './description-table.css'

interface DescriptionTableProps {
  title: string
  /** Label and value of each line; what is empty shows as a dash. */
  lines: readonly (readonly [label: string, value: ReactNode])[]
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === false || value === ''

/** What is known of one record, a line for each field. */
export const DescriptionTable = ({ title, lines }: DescriptionTableProps) => (
  <table className="description-table">
    <caption>{title}</caption>
    <tbody>
      {lines.map(([label, value]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{isEmpty(value) ? <span className="quiet">–</span> : value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
