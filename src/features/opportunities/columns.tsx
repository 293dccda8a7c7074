import { Link } from 'react-router-dom'
import type { Row } from '../../contract'
import type { Column } from '../../ui/columns'
import { DateText } from '../../ui/DateText'
import { TagBadges } from '../tags/public'
import { Volume } from './values'

/** A date of this field; wide enough for its day on one line and its clock on the next. */
const dateColumn = (key: 'pricing_due_date' | 'created_at' | 'modified_at', title: string) =>
  ({
    key,
    title,
    sortable: true,
    width: '13.5%',
    show: (row: Row<'opportunities'>) => <DateText value={row[key]} format="moment" />,
  }) as const

/** The opportunity list, left to right; every column sorts (OPL-2, OPL-4). */
export const columns: readonly Column<Row<'opportunities'>>[] = [
  {
    key: 'opportunity_name',
    title: 'Opportunity Name',
    sortable: true,
    isName: true,
    width: '20.5%',
    show: ({ opportunity_id, opportunity_name }) => (
      <Link to={`/mpg/opportunities/${opportunity_id}/details`}>{opportunity_name}</Link>
    ),
  },
  {
    key: 'tags',
    title: 'Tags',
    sortable: true,
    width: '16%',
    show: ({ tags }) => <TagBadges ids={tags} />,
  },
  {
    key: 'sales_annual_volume_manual',
    title: 'Annual Volume',
    sortable: true,
    align: 'right',
    width: '10.3%',
    show: (opportunity) => <Volume opportunity={opportunity} of="sales_annual_volume_manual" />,
  },
  dateColumn('pricing_due_date', 'Due Date'),
  dateColumn('created_at', 'Created At'),
  dateColumn('modified_at', 'Modified At'),
  {
    key: 'sales_represented',
    title: 'Sales Person Represented',
    sortable: true,
    width: '12.7%',
    show: (row) => row.sales_represented,
  },
]
