import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { defineResourceView } from '../kit/resourceView'
import { activityPaths } from './paths'

/** Events of the calendar, which is their only list (ACT-1). */
export const activities = defineResourceView('activities', {
  noun: ['activity', 'activities'],
  menu: { group: 'day', Icon: CalendarOutlined, to: activityPaths.list, key: 'a' },
  creation: { to: activityPaths.list, isDialog: true },
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
