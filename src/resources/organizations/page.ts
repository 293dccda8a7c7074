import { organizationsApi } from '../../api/organizationsApi'
import type { PageKind } from '../kit/RecordPage'
import { organizationPaths } from './paths'

/** Common settings of the pages of an organization. */
export const organizationPage: PageKind<'organizations'> = {
  resource: 'organizations',
  endpoint: organizationsApi.endpoints.organization,
  what: 'This organization',
  list: organizationPaths.list,
}
