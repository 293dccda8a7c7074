import { opportunitiesApi } from '../../api/opportunitiesApi'
import type { PageKind } from '../kit/RecordPage'
import { opportunityPaths } from './paths'

/** Common settings of the pages of an opportunity. */
export const opportunityPage: PageKind<'opportunities'> = {
  resource: 'opportunities',
  endpoint: opportunitiesApi.endpoints.opportunity,
  what: 'This opportunity',
  list: opportunityPaths.list,
}
