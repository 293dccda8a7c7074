import { useAddressTrail } from '../../records/addresses/useAddressTrail'
import { addressPage } from '../../records/addresses/page'
import { RecordPage } from '../../records/kit/RecordPage'
import { PageHeader } from '../../ui/page/PageHeader'
import { NewLinks } from './NewLinks'

/** /mpg/addresses/{id}/organization/add: links organizations to an address (ADR-4). */
export const Page = () => {
  const trailOf = useAddressTrail()
  return (
    <RecordPage
      of={addressPage}
      head={(address) => <PageHeader title="Add Organizations" trail={trailOf(address)} />}
    >
      {({ address_id }) => <NewLinks address={address_id} />}
    </RecordPage>
  )
}
