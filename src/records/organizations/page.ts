import { organizationsApi } from '../../api/organizationsApi'
import type { PageKind } from '../kit/RecordPage'
import { organizationPaths } from './paths'

/** What the pages of organizations, and those below them, share. */
export const organizationPage: PageKind<'organizations'> = {
  resource: 'organizations',
  endpoint: organizationsApi.endpoints.organization,
  what: 'This organization',
  list: organizationPaths.list,
}
