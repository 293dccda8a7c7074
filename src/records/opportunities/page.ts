import { opportunitiesApi } from '../../api/opportunitiesApi'
import type { PageKind } from '../kit/RecordPage'
import { opportunityPaths } from './paths'

/** What the pages of opportunities, and those below them, share. */
export const opportunityPage: PageKind<'opportunities'> = {
  resource: 'opportunities',
  endpoint: opportunitiesApi.endpoints.opportunity,
  what: 'This opportunity',
  list: opportunityPaths.list,
}
