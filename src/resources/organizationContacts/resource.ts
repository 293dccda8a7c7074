import { defineResourceView } from '../kit/resourceView'

/** Links between contacts and organizations (CON-8). */
export const organizationContacts = defineResourceView('organizationContacts', {
  noun: ['contact link', 'contact links'],
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
