import { opportunityTabs, type OpportunityTab } from '../../records/opportunities/paths'

/** Whatever is not a tab's address opens the files. */
export const tabFor = (type: string | undefined): OpportunityTab =>
  opportunityTabs.find((tab) => tab === type) ?? 'files'
