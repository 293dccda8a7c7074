import type { Row } from '../../contract'
import { detailsPath, opportunitiesPath } from './paths'

/** The way from the list to a page of one opportunity's bids. */
export const trailTo = (opportunity: Row<'opportunities'> | undefined) => [
  { label: 'Opportunities', to: opportunitiesPath },
  ...(opportunity
    ? [{ label: opportunity.opportunity_name, to: detailsPath(opportunity.opportunity_id) }]
    : []),
]
