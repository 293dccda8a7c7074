import { Link } from 'react-router-dom'
import type { Row } from '../../contract'
import type { Column } from '../../ui/columns'
import { TagBadges } from './TagBadges'
import { AnnualVolume, shownDate } from './values'

/** A date of this field; wide enough for one line on common screens. */
const dateColumn = (key: 'pricing_due_date' | 'created_at' | 'modified_at', title: string) =>
  ({
    key,
    title,
    sortable: true,
    width: '17.2%',
    show: (row: Row<'opportunities'>) => shownDate(row[key]),
  }) as const

/** The opportunity list, left to right; every column sorts (OPL-2, OPL-4). */
export const columns: readonly Column<Row<'opportunities'>>[] = [
  {
    key: 'opportunity_name',
    title: 'Opportunity Name',
    sortable: true,
    isName: true,
    width: '16%',
    show: ({ opportunity_id, opportunity_name }) => (
      <Link to={`/mpg/opportunities/${opportunity_id}/details`}>{opportunity_name}</Link>
    ),
  },
  {
    key: 'tags',
    title: 'Tags',
    sortable: true,
    width: '10.4%',
    show: ({ tags }) => <TagBadges ids={tags} />,
  },
  {
    key: 'sales_annual_volume_manual',
    title: 'Annual Volume',
    sortable: true,
    align: 'right',
    width: '10.5%',
    show: (opportunity) => <AnnualVolume opportunity={opportunity} />,
  },
  dateColumn('pricing_due_date', 'Due Date'),
  dateColumn('created_at', 'Created At'),
  dateColumn('modified_at', 'Modified At'),
  {
    key: 'sales_represented',
    title: 'Sales Person Represented',
    sortable: true,
    width: '11.5%',
    show: (row) => row.sales_represented,
  },
]
