import { activitiesApi } from '../../api/activitiesApi'
import { defineParts } from '../kit/resourceView'
import { activityFieldMeta } from './fieldMeta'
import { dayOf } from '../../ui/calendar/periods'
import { activityPaths } from './paths'
import { paramsOf } from './shownIn'

/** Activities in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: activityFieldMeta,
  search: {
    endpoint: activitiesApi.list,
    // There is no list of activities: each is found in its week.
    to: ({ start }) => {
      const shown = paramsOf({ view: 'week', date: dayOf(start * 1000), isOwn: false })
      return `${activityPaths.list}?${shown.toString()}`
    },
  },
  trash: { facts: ['start'] },
})
