import { opportunityTabs, type OpportunityTab } from '../../records/opportunities/paths'

/** Unknown tabs open the files. */
export const tabFor = (type: string | undefined): OpportunityTab =>
  opportunityTabs.find((tab) => tab === type) ?? 'files'
