import type { PathId } from '../../ui/page/idFrom'

/** The tabs of an address in their order; each has its own path (ADR-3). */
export const addressTabs = ['details', 'organizations', 'history'] as const
export type AddressTab = (typeof addressTabs)[number]

const list = '/mpg/addresses'
const record = (id: PathId) => `${list}/${id}`

/** Paths of addresses and of their links to organizations. */
export const addressPaths = {
  list,
  /** @param organization the organization that the new address is linked to (ADR-2) */
  create: (organization?: number) =>
    `${list}/create${organization === undefined ? '' : `?org_id=${organization}`}`,
  record,
  tab: (id: PathId, tab: AddressTab | ':type') => `${record(id)}/${tab}`,
  details: (id: PathId) => `${record(id)}/details`,
  edit: (id: PathId) => `${record(id)}/edit`,
  addOrganization: (id: PathId) => `${record(id)}/organization/add`,
  editOrganization: (id: PathId, organization: PathId) => `${record(id)}/organization/${organization}/edit`,
} as const
