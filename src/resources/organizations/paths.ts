import type { Row } from '../../contract'
import type { PathId } from '../../ui/page/idFrom'

/** The object id of an organization's notes and files. */
export const organizationObjectId = (id: number) => `organization-${id}`

/** An organization's display name (part 2 §3). */
export const organizationName = ({ name }: Pick<Row<'organizations'>, 'name'>) => name.toUpperCase()

/** The tabs of an organization in their order; each has its own path (ORG-6). */
export const organizationTabs = [
  'details',
  'contacts',
  'addresses',
  'bids',
  'contracts',
  'accounts',
  'history',
] as const
export type OrganizationTab = (typeof organizationTabs)[number]

const list = '/mpg/organizations'
const record = (id: PathId) => `${list}/${id}`

/** A bureau search without a match. */
export interface SoughtOrganization {
  name: string
  city: string
  /** The state's code. */
  state: string
}

/** Query that returns the created or found organization to the opportunity it was started from. */
const forDeal = (opportunity: number | undefined, sought?: Partial<SoughtOrganization>) => {
  const query = new URLSearchParams({
    ...(opportunity !== undefined && { opportunity: String(opportunity) }),
    ...sought,
  }).toString()
  return query && `?${query}`
}

/** Paths of organizations, and for adding contacts and addresses to them. */
export const organizationPaths = {
  list,
  /** @param sought initial values of the form */
  create: (opportunity?: number, sought?: SoughtOrganization) =>
    `${list}/create${forDeal(opportunity, sought)}`,
  record,
  tab: (id: PathId, tab: OrganizationTab | ':type') => `${record(id)}/${tab}`,
  details: (id: PathId) => `${record(id)}/details`,
  edit: (id: PathId) => `${record(id)}/edit`,
  /** A new contact of the organization (ORG-8). */
  createContact: (id: PathId) => `${record(id)}/contact/create`,
  /** An existing contact. */
  addContact: (id: PathId) => `${record(id)}/contact/add`,
  /** An existing address (ORG-9). */
  addAddress: (id: PathId) => `${record(id)}/address/add`,
  /** The credit bureau's search, which can add results to an opportunity (BUR-4). */
  bureauSearch: (opportunity?: number) => `${list}/experian/search${forDeal(opportunity)}`,
} as const

/** The breadcrumb of pages below an organization, or below the list while none is loaded. */
export const organizationTrail = (organization?: Row<'organizations'>, tab: OrganizationTab = 'details') => [
  { label: 'Organizations', to: list },
  ...(organization
    ? [
        {
          label: organizationName(organization),
          isName: true,
          to: organizationPaths.tab(organization.organization_id, tab),
        },
      ]
    : []),
]
