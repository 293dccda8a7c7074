import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined'
import { defineResourceView } from '../kit/resourceView'
import { messageTemplatesPaths } from './paths'

/** Message templates (MAIL-4). */
export const messageTemplates = defineResourceView('messageTemplates', {
  noun: ['message template', 'message templates'],
  ...messageTemplatesPaths,
  // Its whole noun is wider than the menu where it is bold.
  menu: { group: 'day', Icon: SnippetsOutlined, label: 'Templates' },
  creation: { to: messageTemplatesPaths.list, isDialog: true },
  emptyDescription: 'Texts that you write again and again stand here, for yourself or for all users.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
