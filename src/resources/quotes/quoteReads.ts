import { comparisonsApi, type QuoteScope } from '../../api/quotesApi'
import { volumeUnitOf } from '../../store/preferences'
import { readOf, type PageAddress, type PageRead } from '../../ui/page/pageRoute'

const { compareQuotes, quotesOf } = comparisonsApi.endpoints

/** The reads of a page that shows quotes. */
export const quoteReads = (
  scope: QuoteScope,
  { preferences }: Pick<PageAddress, 'preferences'>,
): readonly PageRead[] => [
  readOf(compareQuotes, { ...scope, unit: volumeUnitOf(preferences) }),
  readOf(quotesOf, scope),
]
