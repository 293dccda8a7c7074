import { useQuotesOfQuery } from '../../api/quotesApi'
import { countAlone } from '../kit/countAnew'

/** Number of quotes of an opportunity in any state, for the title of its tab; undefined until loaded (QUO-12). */
export const useQuoteCount = (opportunity: number): number | undefined =>
  useQuotesOfQuery({ opportunity }, countAlone).count
