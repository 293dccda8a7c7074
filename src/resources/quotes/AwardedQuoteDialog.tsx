import { quotesApi } from '../../api/quotesApi'
import type { Row } from '../../contract'
import { unfrozenFields } from '../../contract/quotes'
import { Fields } from '../kit/Fields'
import { layoutSchema, layoutValues, simpleLayout, type ValuesOf } from '../kit/layout'
import { RecordDialog } from '../kit/RecordForm'
import { useRecordForm } from '../kit/useRecordForm'
import { quoteFieldMeta } from './fieldMeta'

const layout = simpleLayout('quotes', unfrozenFields)
const schema = layoutSchema(layout)
const valuesFrom = (row: Row<'quotes'> | undefined) => layoutValues(layout, row)

interface AwardedQuoteDialogProps {
  row: Row<'quotes'>
  close: () => void
}

/** Edits what an award has not frozen of a quote: its reference and its notes (QUO-13). */
export const AwardedQuoteDialog = ({ row, close }: AwardedQuoteDialogProps) => {
  const [change] = quotesApi.change.useMutation()
  const [read] = quotesApi.row.useLazyQuery()
  const form = useRecordForm<'quotes', ValuesOf<typeof layout>>({
    fieldMeta: quoteFieldMeta,
    row,
    valuesFrom,
    schema,
    change,
    readAgain: () => void read(row.quote_id),
    isPartial: true,
  })
  return (
    <RecordDialog form={form} title="Edit Quote" close={close}>
      <p className="quiet">Its numbers are frozen by the award.</p>
      <Fields of={quoteFieldMeta} names={layout.names} />
    </RecordDialog>
  )
}
