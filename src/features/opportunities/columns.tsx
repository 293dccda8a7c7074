import type { Row } from '../../contract'
import { columnOf } from '../../resources/kit/columnOf'
import { nameColumn } from '../../resources/kit/nameColumn'
import { ListVolume } from '../../resources/kit/ListVolume'
import { opportunityFieldMeta, unitOf } from '../../resources/opportunities/fieldMeta'
import { TagBadges } from '../../resources/tags/TagBadges'
import { lazyPart } from '../../ui/page/lazyPart'
import type { Column } from '../../ui/table/columns'
import type { QuoteFactProps } from './QuoteFact'
import { ReadyScore } from './ReadyScore'

const { usePart } = lazyPart(async () => (await import('./QuoteFact')).QuoteFact)

/** Most users never choose the columns of quotes. */
const LazyQuoteFact = (props: QuoteFactProps) => {
  const { Part: QuoteFact } = usePart()
  return QuoteFact ? <QuoteFact {...props} /> : <span className="bar" />
}

const quoteColumn = (
  fact: QuoteFactProps['fact'],
  title: string,
  options: Partial<Column<Row<'opportunities'>>>,
): Column<Row<'opportunities'>> => ({
  key: fact,
  title,
  matters: 'wide',
  isOptional: true,
  exported: () => [{ name: fact, title }],
  show: ({ opportunity_id }) => <LazyQuoteFact opportunity={opportunity_id} fact={fact} />,
  ...options,
})

/** The opportunity list, left to right; every column of a field sorts (OPL-2, OPL-4). Stage, readiness and quotes are optional (BOARD-1, QUO-12, RDY-3). */
export const columns: readonly Column<Row<'opportunities'>>[] = [
  nameColumn(opportunityFieldMeta, 'opportunity_name', { width: '18.9%', least: 180 }),
  columnOf(opportunityFieldMeta, 'tags', {
    width: '15.8%',
    least: 160,
    show: ({ tags }) => tags.length > 0 && <TagBadges ids={tags} inCell />,
  }),
  columnOf(opportunityFieldMeta, 'sales_annual_volume_manual', {
    width: '11.1%',
    show: (row) => <ListVolume volume={row.sales_annual_volume_manual} unit={unitOf(row)} />,
  }),
  // Wide enough for the day on one line and its time on the next.
  columnOf(opportunityFieldMeta, 'pricing_due_date', { width: '14.5%' }),
  columnOf(opportunityFieldMeta, 'created_at', { width: '13.5%', matters: 'wide' }),
  columnOf(opportunityFieldMeta, 'modified_at', { width: '13.5%', matters: 'wide' }),
  columnOf(opportunityFieldMeta, 'sales_represented', { width: '12.7%', matters: 'wide' }),
  columnOf(opportunityFieldMeta, 'team_id', { width: '12%', matters: 'wide', isOptional: true }),
  columnOf(opportunityFieldMeta, 'stage', { width: '9%', matters: 'wide', isOptional: true }),
  columnOf(opportunityFieldMeta, 'lost_reason', { width: '12%', matters: 'wide', isOptional: true }),
  columnOf(opportunityFieldMeta, 'ready_score', {
    width: '8%',
    matters: 'wide',
    isOptional: true,
    show: (row) => <ReadyScore row={row} />,
  }),
  quoteColumn('best_price', 'Best Price', { width: '11%', align: 'right', least: 112 }),
  quoteColumn('quotes_open', 'Quotes Open', { width: '9%', align: 'right' }),
  quoteColumn('next_expiry', 'Next Expiry', { width: '13.5%', isTall: true, least: 144 }),
]
