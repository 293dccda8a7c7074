import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import type { Row } from '../../contract'
import { useAddressLine } from '../../resources/addresses/addressLine'
import { AddressMap } from '../../resources/addresses/map/AddressMap'
import { useMarkers } from '../../resources/addresses/map/useMarkers'
import { addressFieldMeta } from '../../resources/addresses/fieldMeta'
import { addressPage } from '../../resources/addresses/page'
import { addressPaths, addressTabs, type AddressTab } from '../../resources/addresses/paths'
import { HistoryTab } from '../../resources/kit/HistorySection'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { RecordMetadata } from '../../resources/kit/RecordMetadata'
import { RecordPage } from '../../resources/kit/RecordPage'
import { useLinkCounts } from '../../resources/kit/links'
import { AddressLinksPanel } from '../../resources/organizationAddresses/AddressLinksPanel'
import { idFrom } from '../../ui/page/idFrom'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { DetailActions } from './DetailActions'
import { layout } from './form/values'
import './detail.css'

const tabTitles: Readonly<Record<AddressTab, string>> = {
  details: 'Address Details',
  organizations: 'Organizations',
  history: 'History',
}

const Details = ({ address }: { address: Row<'addresses'> }) => {
  const { address_id: id } = address
  return (
    <div className="address-details">
      <div className="address-facts">
        <RecordFacts
          title="Address"
          of={addressFieldMeta}
          names={[...layout.names, 'current_organizations']}
          row={address}
        />
        <RecordMetadata of={addressFieldMeta} row={address} />
      </div>
      <AddressMap places={useMarkers([id], { isOwnPage: true })} />
    </div>
  )
}

const Detail = ({ address, tab }: { address: Row<'addresses'>; tab: AddressTab }) => {
  const { address_id: id } = address
  const lineOf = useAddressLine()
  const cameFrom = useAppSelector(({ visitedLists }) => visitedLists.addresses?.address)
  const { active } = useLinkCounts(organizationAddressesApi, 'organizationAddresses', { address: id })
  const content: Readonly<Record<AddressTab, ReactNode>> = {
    details: <Details address={address} />,
    organizations: <AddressLinksPanel address={id} />,
    history: <HistoryTab of={addressFieldMeta} row={address} />,
  }
  return (
    <>
      <PageHeader
        title={lineOf(address)}
        isName
        trail={[{ label: 'Addresses', to: cameFrom ?? addressPaths.list }, { label: tabTitles[tab] }]}
        actions={<DetailActions address={address} tab={tab} />}
      />
      <RouteTabs
        label="Address"
        tabs={addressTabs.map((name) => ({
          label: tabTitles[name],
          to: addressPaths.tab(id, name),
          ...(name === 'organizations' && { count: active ?? null }),
        }))}
        open={addressTabs.indexOf(tab)}
      >
        {content[tab]}
      </RouteTabs>
    </>
  )
}

/** /mpg/addresses/{id}/{tab}; unknown tabs open the details (ADR-3). */
export const Page = () => {
  const { id: idText, type } = useParams()
  const id = idFrom(idText)
  const tab = addressTabs.find((known) => known === type)
  if (id !== null && !tab) return <Navigate to={addressPaths.details(id)} replace />
  return (
    <RecordPage of={addressPage}>
      {(address) => <Detail address={address} tab={tab ?? 'details'} />}
    </RecordPage>
  )
}
