import { memo, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { organizationsApi } from '../../api/organizationsApi'
import type { Row } from '../../contract'
import { HistoryTab } from '../../resources/kit/HistorySection'
import { RecordActions } from '../../resources/kit/RecordActions'
import { RecordHeadBar } from '../../resources/kit/RecordPage'
import { AddressMap } from '../../resources/addresses/map/AddressMap'
import { AddressLinksPanel } from '../../resources/organizationAddresses/AddressLinksPanel'
import { ContractsTab } from '../../resources/contracts/ContractsTab'
import { ContactLinksPanel } from '../../resources/organizationContacts/ContactLinksPanel'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import {
  organizationName,
  organizationPaths,
  organizationTabs,
  type OrganizationTab,
} from '../../resources/organizations/paths'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { lazyComponent } from '../../ui/page/lazyComponent'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { BidsTab } from './BidsTab'
import { DetailsTab } from './DetailsTab'
import { DetailSummary } from './DetailSummary'
import { MessageButton } from './MessageButton'
import { useOrganizationAddresses } from './useOrganizationAddresses'
import { useOrganizationCounts, type OrganizationCounts } from './useOrganizationCounts'
import './detail.css'

const DeleteOrganization = lazyDialog(async () => (await import('./DeleteOrganization')).DeleteOrganization)

// Its import brings parts of forms, which the other tabs do without.
const AccountsTab = lazyComponent(
  async () => (await import('./AccountsTab')).AccountsTab,
  'The accounts could not be loaded.',
)

const tabTitles: Record<OrganizationTab, string> = {
  details: 'Details',
  contacts: 'Contacts',
  addresses: 'Addresses',
  bids: 'Bids',
  contracts: 'Contracts',
  accounts: 'Accounts',
  history: 'History',
}

interface DetailProps {
  id: number
  /** Undefined until loaded: the page then shows placeholders. */
  organization: Row<'organizations'> | undefined
  tab: OrganizationTab
}

interface HeadProps {
  organization: Row<'organizations'>
  counts: OrganizationCounts
  tab: OrganizationTab
}

const Head = ({ organization, counts, tab }: HeadProps) => {
  const cameFrom = useAppSelector(({ visitedLists }) => visitedLists.organizations?.address)
  const { organization_id: id, logo } = organization
  const name = organizationName(organization)
  return (
    <PageHeader
      title={name}
      isName
      trail={[{ label: 'Organizations', to: cameFrom ?? organizationPaths.list }, { label: tabTitles[tab] }]}
      actions={
        <>
          <MessageButton organization={organization} />
          <RecordActions
            resource="organizations"
            endpoint={organizationsApi.endpoints.organizationsList}
            id={id}
            nameOf={organizationName}
            pathOf={(other) => organizationPaths.tab(other, tab)}
            edit={organizationPaths.edit(id)}
            remove={(close) => (
              <DeleteOrganization organization={organization} counts={counts} close={close} />
            )}
          />
        </>
      }
    >
      {logo !== null && <img className="organization-logo" src={logo} alt={`Logo of ${name}`} />}
    </PageHeader>
  )
}

/** The page of one organization: name, logo, actions, summary and tabs (ORG-6). */
export const Detail = memo(({ id, organization, tab }: DetailProps) => {
  const addresses = useOrganizationAddresses(id)
  const counts = useOrganizationCounts(id)
  const map = addresses.isKnown && <AddressMap places={addresses.places} />
  const content: Record<OrganizationTab, ReactNode> = {
    details: (
      <div className="organization-details stack">
        <DetailsTab id={id} organization={organization} />
        <aside aria-label="Places">{map}</aside>
      </div>
    ),
    contacts: <ContactLinksPanel organization={id} />,
    addresses: <AddressLinksPanel organization={id} />,
    bids: <BidsTab id={id} />,
    contracts: <ContractsTab of="organization" id={id} />,
    accounts: <AccountsTab id={id} />,
    history: <HistoryTab of={organizationFieldMeta} row={organization} />,
  }
  return (
    <>
      {organization ? <Head organization={organization} counts={counts} tab={tab} /> : <RecordHeadBar />}
      <DetailSummary organization={organization} addresses={addresses} />
      <RouteTabs
        label="Organization"
        tabs={organizationTabs.map((name) => ({
          label: tabTitles[name],
          to: organizationPaths.tab(id, name),
          ...(name !== 'details' && name !== 'history' && { count: counts[name] ?? null }),
        }))}
        open={organizationTabs.indexOf(tab)}
      >
        {content[tab]}
        {tab !== 'details' && <div className="organization-map">{map}</div>}
      </RouteTabs>
    </>
  )
})
