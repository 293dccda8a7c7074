import { useAddressTrail } from '../../resources/addresses/useAddressTrail'
import { addressPage } from '../../resources/addresses/page'
import { RecordPage } from '../../resources/kit/RecordPage'
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
