import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { defineImport } from '../kit/importView'
import { typedPriceText } from '../quotes/amounts'

const pointFieldMeta = defineFieldMeta('curvePoints', {
  curve_point_id: excludedFields,
  curve: { label: 'Curve' },
  trade_date: { label: 'Trade Date', format: 'day' },
  delivery_month: { label: 'Delivery Month' },
  price: { label: 'Price', show: ({ price }) => typeof price === 'number' && typedPriceText(price, 'dth') },
  settled: { label: 'Settled' },
  ...stampFieldMeta,
})

/** The import of a curve's prices (CRV-1). */
export const curveImport = defineImport('curves', {
  title: 'Import Curve',
  help: 'A file replaces each of its trade dates as a whole: months that it lacks are removed.',
  of: pointFieldMeta,
})
