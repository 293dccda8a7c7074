import type { Row } from '../../contract'
import type { PathId } from '../../ui/page/idFrom'

/** The object id of a contact's notes and files (CON-9). */
export const contactObjectId = (id: number) => `contact-${id}`

/** The tabs of a contact in their order; each has its own path (CON-7). */
export const contactTabs = ['details', 'organizations', 'files', 'history'] as const
export type ContactTab = (typeof contactTabs)[number]

const list = '/mpg/contacts'

/** Paths of contacts. */
export const contactPaths = {
  list,
  create: `${list}/create`,
  record: (id: PathId) => `${list}/${id}`,
  tab: (id: PathId, tab: ContactTab | ':type') => `${list}/${id}/${tab}`,
  details: (id: PathId) => `${list}/${id}/details`,
  organizations: (id: PathId) => `${list}/${id}/organizations`,
  /** With an organization, the contact's link to it can be edited, too (CON-6). */
  edit: (id: PathId, organization?: number) =>
    `${list}/${id}/edit${organization === undefined ? '' : `?org_id=${organization}`}`,
} as const

/** The breadcrumb of pages below a contact, or below the list while no contact is loaded. */
export const contactTrail = (contact?: Row<'contacts'>) => [
  { label: 'Contacts', to: contactPaths.list },
  ...(contact ? [{ label: contact.name, isName: true, to: contactPaths.details(contact.contact_id) }] : []),
]
