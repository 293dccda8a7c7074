import ContactsOutlined from '@ant-design/icons/es/icons/ContactsOutlined'
import { defineResourceView } from '../kit/resourceView'
import { contactPaths } from './paths'

/** People at organizations (CON-1). */
export const contacts = defineResourceView('contacts', {
  noun: ['contact', 'contacts'],
  list: contactPaths.list,
  path: contactPaths.details,
  menu: { group: 'directory', Icon: ContactsOutlined, key: 'c' },
  creation: { to: contactPaths.create },
  emptyDescription:
    'The people whom you deal with stand here, each with where they work and how they want to be reached.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
