import { useAppSelector } from '../../api/kit/hooks'
import { quotesApi } from '../../api/quotesApi'
import type { Row } from '../../contract'
import { RecordName } from '../kit/RecordName'
import { defineParts } from '../kit/resourceView'
import { typedPriceText } from './amounts'
import { columnTitle } from './comparison'
import { quoteFieldMeta, stateNames } from './fieldMeta'
import { quotePaths } from './paths'

type Quote = Row<'quotes'>

const titleOf = ({ term, pricing_type }: Quote) => columnTitle({ term, pricingType: pricing_type })

/** Quotes are found by the names of their suppliers. */
const useRelated = () => {
  const suppliers = useAppSelector(({ entities }) => entities.suppliers)
  return {
    nameOf: (quote: Quote) => {
      const supplier = suppliers?.[quote.supplier] as Row<'suppliers'> | undefined
      return `${supplier?.name ?? 'Quote'}, ${titleOf(quote)}`
    },
    details: ({ price, price_unit, state, supplier_reference }: Quote) => [
      typedPriceText(price, price_unit),
      stateNames[state],
      supplier_reference,
    ],
  }
}

/** Quotes in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: quoteFieldMeta,
  nameOf: (quote) => `Quote ${quote.quote_id}`,
  search: {
    endpoint: quotesApi.list,
    to: ({ quote_id }) => quotePaths.record(quote_id),
    useRelated,
  },
  trash: {
    column: 'supplier',
    show: ({ supplier }) => <RecordName resource="suppliers" id={supplier} />,
    facts: ['bid', 'term', 'pricing_type', 'price'],
  },
})
