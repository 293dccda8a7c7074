import type { Row } from '../../contract'
import { columnOf } from '../../resources/kit/columnOf'
import { nameColumn } from '../../resources/kit/nameColumn'
import { ListVolume } from '../../resources/kit/ListVolume'
import { opportunityFieldMeta, unitOf } from '../../resources/opportunities/fieldMeta'
import { TagBadges } from '../../resources/tags/TagBadges'
import type { Column } from '../../ui/table/columns'

/** The opportunity list, left to right; every column sorts (OPL-2, OPL-4). */
export const columns: readonly Column<Row<'opportunities'>>[] = [
  nameColumn(opportunityFieldMeta, 'opportunity_name', { width: '20.5%' }),
  columnOf(opportunityFieldMeta, 'tags', {
    width: '16%',
    show: ({ tags }) => tags.length > 0 && <TagBadges ids={tags} inCell />,
  }),
  columnOf(opportunityFieldMeta, 'sales_annual_volume_manual', {
    width: '10.3%',
    show: (row) => <ListVolume volume={row.sales_annual_volume_manual} unit={unitOf(row)} />,
  }),
  // Wide enough for the day on one line and its time on the next.
  columnOf(opportunityFieldMeta, 'pricing_due_date', { width: '13.5%' }),
  columnOf(opportunityFieldMeta, 'created_at', { width: '13.5%', matters: 'wide' }),
  columnOf(opportunityFieldMeta, 'modified_at', { width: '13.5%', matters: 'wide' }),
  columnOf(opportunityFieldMeta, 'sales_represented', { width: '12.7%', matters: 'wide' }),
]
