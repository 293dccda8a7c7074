import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { defineResourceView } from '../kit/resourceView'
import { inboxPaths } from './paths'

/** The mail of the signed-in user (SCREEN-2). */
export const messages = defineResourceView('messages', {
  noun: ['message', 'messages'],
  ...inboxPaths,
  menu: { group: 'day', Icon: InboxOutlined, label: 'Inbox' },
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
