import { organizationsApi } from '../../api/organizationsApi'
import { pageKind } from '../kit/RecordPage'
import { organizations } from './resource'

/** Common settings of the pages of an organization. */
export const organizationPage = pageKind(organizations, organizationsApi.endpoints.organization)
