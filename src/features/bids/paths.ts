/** Where an opportunity's bids stand (BID-1). */
export const opportunitiesPath = '/mpg/opportunities'
const opportunityPath = (opportunityId: number) => `${opportunitiesPath}/${opportunityId}`
export const detailsPath = (opportunityId: number) => `${opportunityPath(opportunityId)}/details`
export const newBidPath = (opportunityId: number) => `${opportunityPath(opportunityId)}/bid/new`
export const bidPath = (opportunityId: number, bidId: number) =>
  `${opportunityPath(opportunityId)}/bid/${bidId}`
export const editPath = (opportunityId: number, bidId: number) =>
  `${bidPath(opportunityId, bidId)}/edit-from-bid`
/** Where an organization is found and made that is not there yet (BID-6). */
export const creationPath = (opportunityId: number) =>
  `/mpg/organizations/experian/search?opportunity=${opportunityId}`
