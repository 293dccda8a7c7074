import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { trashApi } from '../../api/trashApi'
import { addressFaces } from '../../records/addresses/faces'
import { contactFaces } from '../../records/contacts/faces'
import { messageFaces } from '../../records/messages/faces'
import { opportunityFaces } from '../../records/opportunities/faces'
import { organizationFaces } from '../../records/organizations/faces'
import { trashPaths, trashTabs, type TrashTab } from '../../records/trash/paths'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { TrashList } from './TrashList'

const { trashedOpportunities, trashedOrganizations, trashedContacts, trashedAddresses, trashedMessages } =
  trashApi.endpoints

const tabs: Record<TrashTab, { label: string; list: ReactNode }> = {
  opportunities: {
    label: 'Opportunities',
    list: (
      <TrashList
        faces={opportunityFaces}
        endpoint={trashedOpportunities}
        name="opportunity_name"
        noun="opportunities"
      />
    ),
  },
  organizations: {
    label: 'Organizations',
    list: (
      <TrashList faces={organizationFaces} endpoint={trashedOrganizations} name="name" noun="organizations" />
    ),
  },
  contacts: {
    label: 'Contacts',
    list: <TrashList faces={contactFaces} endpoint={trashedContacts} name="name" noun="contacts" />,
  },
  addresses: {
    label: 'Addresses',
    list: (
      <TrashList faces={addressFaces} endpoint={trashedAddresses} name="address_street" noun="addresses" />
    ),
  },
  messages: {
    label: 'Messages',
    list: (
      <TrashList
        faces={messageFaces}
        endpoint={trashedMessages}
        name="subject"
        facts={['from', 'sent_at']}
        noun="messages"
      />
    ),
  },
}

/** /mpg/trash/{what}: deleted records, each with the way back. */
export const Page = () => {
  const { tab } = useParams()
  const open = trashTabs.findIndex((known) => known === tab)
  const current = trashTabs[open]
  if (!current) return <Navigate to={trashPaths.tab(trashTabs[0])} replace />
  return (
    <>
      <PageHeader title="Trash" trail={[{ label: tabs[current].label }]} />
      <RouteTabs
        label="Trash"
        tabs={trashTabs.map((name) => ({ label: tabs[name].label, to: trashPaths.tab(name) }))}
        open={open}
      >
        <div key={current}>{tabs[current].list}</div>
      </RouteTabs>
    </>
  )
}
