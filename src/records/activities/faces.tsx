import { TimeText } from './TimeText'
import { defineFaces, stampFaces, unseen } from '../kit/face'
import { OpportunityLink } from '../opportunities/OpportunityLink'

/** fieldMeta of activities. */
export const activityFaces = defineFaces('activities', {
  id: unseen,
  title: { label: 'Title', wide: true },
  description: { label: 'Description', wide: true },
  start: { label: 'Start', show: ({ start, all_day }) => <TimeText seconds={start} isWhole={all_day} /> },
  end: {
    label: 'End',
    show: ({ end, all_day }) => <TimeText seconds={end} isWhole={all_day} isLast />,
  },
  all_day: { label: 'All day' },
  time_zone: unseen,
  participants: { label: 'Participants', wide: true },
  calendar_id: unseen,
  organization: { label: 'Legal Entity' },
  deal: {
    label: 'Opportunity',
    show: ({ deal }) => typeof deal === 'number' && <OpportunityLink id={deal} />,
  },
  ...stampFaces,
})
