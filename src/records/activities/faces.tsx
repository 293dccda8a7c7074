import { defineFaces, stampFaces, unseen } from '../kit/face'
import { OpportunityLink } from '../opportunities/OpportunityLink'

/** How an activity meets people, field by field. */
export const activityFaces = defineFaces('activities', {
  id: unseen,
  title: { label: 'Title', wide: true },
  description: { label: 'Description', wide: true },
  start: { label: 'Start' },
  end: { label: 'End' },
  participants: { label: 'Participants', wide: true },
  calendar_id: unseen,
  organization: { label: 'Legal Entity' },
  deal: {
    label: 'Opportunity',
    show: ({ deal }) => typeof deal === 'number' && <OpportunityLink id={deal} />,
  },
  ...stampFaces,
})
