import type { Row } from '../../contract'
import type { PathId } from '../../ui/page/pathId'
import { organizationName } from './names'

/** The tabs of an organization in their order; each has its address (ORG-6). */
export const organizationTabs = ['details', 'contacts', 'addresses', 'bids'] as const
export type OrganizationTab = (typeof organizationTabs)[number]

const list = '/mpg/organizations'
const record = (id: PathId) => `${list}/${id}`

/** What the bureau was asked for, and did not find. */
export interface SoughtOrganization {
  name: string
  city: string
  /** Its code. */
  state: string
}

/** Whoever comes from an opportunity takes what is made or found back there. */
const forDeal = (opportunity: number | undefined, sought?: Partial<SoughtOrganization>) => {
  const query = new URLSearchParams({
    ...(opportunity !== undefined && { opportunity: String(opportunity) }),
    ...sought,
  }).toString()
  return query && `?${query}`
}

/** Where organizations are shown, found, made and changed, and where contacts and addresses are added to them. */
export const organizationPaths = {
  list,
  /** @param sought what the form begins with */
  create: (opportunity?: number, sought?: SoughtOrganization) =>
    `${list}/create${forDeal(opportunity, sought)}`,
  record,
  tab: (id: PathId, tab: OrganizationTab | ':type') => `${record(id)}/${tab}`,
  details: (id: PathId) => `${record(id)}/details`,
  edit: (id: PathId) => `${record(id)}/edit`,
  /** A new contact, who belongs to the organization (ORG-8). */
  createContact: (id: PathId) => `${record(id)}/contact/create`,
  /** A contact who is known already. */
  addContact: (id: PathId) => `${record(id)}/contact/add`,
  /** An address that is known already (ORG-9). */
  addAddress: (id: PathId) => `${record(id)}/address/add`,
  /** The credit bureau's search, which can add what it finds to an opportunity (BUR-4). */
  bureauSearch: (opportunity?: number) => `${list}/experian/search${forDeal(opportunity)}`,
} as const

/** The steps of a breadcrumb that lead to a page below an organization, or below the list while none is known. */
export const organizationTrail = (organization?: Row<'organizations'>, tab: OrganizationTab = 'details') => [
  { label: 'Organizations', to: list },
  ...(organization
    ? [
        {
          label: organizationName(organization),
          to: organizationPaths.tab(organization.organization_id, tab),
        },
      ]
    : []),
]
