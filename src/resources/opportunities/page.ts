import { opportunitiesApi } from '../../api/opportunitiesApi'
import { pageKind } from '../kit/RecordPage'
import { opportunities } from './resource'

/** Common settings of the pages of an opportunity. */
export const opportunityPage = pageKind(opportunities, opportunitiesApi.endpoints.opportunity)
