import { useNavigate } from 'react-router-dom'
import { addressesApi } from '../../api/addressesApi'
import type { Row } from '../../contract'
import { addressFieldMeta } from '../../resources/addresses/fieldMeta'
import { addressPage } from '../../resources/addresses/page'
import { addressPaths } from '../../resources/addresses/paths'
import { useAddressTrail } from '../../resources/addresses/useAddressTrail'
import { RecordForm } from '../../resources/kit/RecordForm'
import { RecordPage } from '../../resources/kit/RecordPage'
import { useRecordForm } from '../../resources/kit/useRecordForm'
import { PageHeader } from '../../ui/page/PageHeader'
import { AddressFields } from './form/AddressFields'
import { layout, schema, valuesFrom } from './form/values'

interface EditProps {
  address: Row<'addresses'>
  readAgain: () => void
}

const Edit = ({ address, readAgain }: EditProps) => {
  const [change] = addressesApi.change.useMutation()
  const navigate = useNavigate()
  const form = useRecordForm({
    fieldMeta: addressFieldMeta,
    row: address,
    valuesFrom,
    schema,
    change,
    readAgain,
  })
  const toDetails = () => void navigate(addressPaths.details(address.address_id), { replace: true })
  return (
    <RecordForm form={form} label="Edit address" done={toDetails} cancel={toDetails}>
      <AddressFields section={layout.sections.place} />
      <AddressFields section={layout.sections.coordinates} />
    </RecordForm>
  )
}

/** /mpg/addresses/{id}/edit (ADR-5) */
export const Page = () => {
  const trailOf = useAddressTrail()
  return (
    <RecordPage
      of={addressPage}
      head={(address) => <PageHeader title="Edit Address" trail={trailOf(address)} />}
    >
      {(address, readAgain) => <Edit address={address} readAgain={readAgain} />}
    </RecordPage>
  )
}
