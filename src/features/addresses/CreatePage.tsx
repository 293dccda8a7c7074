import { useCallback } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { addressesApi } from '../../api/addressesApi'
import { useRow } from '../../api/kit/hooks'
import { unlinkedOf } from '../../api/organizationAddressesApi'
import { organizationsApi } from '../../api/organizationsApi'
import type { Row } from '../../contract'
import { addressFieldMeta } from '../../resources/addresses/fieldMeta'
import { addressPaths } from '../../resources/addresses/paths'
import { useAddressTrail } from '../../resources/addresses/useAddressTrail'
import { FieldInput } from '../../resources/kit/FieldInput'
import { RecordForm } from '../../resources/kit/RecordForm'
import { RecordFrame } from '../../resources/kit/RecordPage'
import { newDraftName, useRecordForm } from '../../resources/kit/useRecordForm'
import { organizationAddressFieldMeta } from '../../resources/organizationAddresses/fieldMeta'
import { UnlinkedNotice } from '../../resources/organizationAddresses/UnlinkedNotice'
import { organizationName, organizationPaths, organizationTrail } from '../../resources/organizations/paths'
import { OrganizationsField } from '../../resources/organizations/OrganizationField'
import { organizationPage } from '../../resources/organizations/page'
import { FormSection } from '../../ui/form/FormSection'
import { idFrom } from '../../ui/page/idFrom'
import { PageHeader } from '../../ui/page/PageHeader'
import { useGoBack } from '../../ui/page/useGoBack'
import { AddressFields } from './form/AddressFields'
import { useAddressCreation } from './form/useAddressCreation'
import { layout, newSchema, valuesFrom as addressValues, type NewAddressValues } from './form/values'

/** @param organization the organization of the new address, where given */
const Create = ({ organization }: { organization?: Row<'organizations'> }) => {
  const navigate = useNavigate()
  const fixed = organization?.organization_id
  const { made, make } = useAddressCreation(newDraftName('addresses', fixed))
  const [change] = addressesApi.change.useMutation()
  const valuesFrom = useCallback(
    (): NewAddressValues => ({
      ...addressValues(undefined),
      organizations: fixed === undefined ? [] : [fixed],
      address_type: [],
    }),
    [fixed],
  )
  const form = useRecordForm<'addresses', NewAddressValues>({
    fieldMeta: addressFieldMeta,
    row: undefined,
    valuesFrom,
    schema: newSchema,
    make,
    change,
    owner: fixed,
  })
  const tab = fixed === undefined ? undefined : organizationPaths.tab(fixed, 'addresses')
  const goBack = useGoBack(tab ?? addressPaths.list)
  const done = () => {
    const id = made.current
    const details = id === null ? addressPaths.list : addressPaths.details(id)
    void navigate(tab ?? details, { replace: true })
  }
  return (
    <RecordForm
      form={form}
      label="Create address"
      done={done}
      cancel={goBack}
      explain={(refusal) => {
        const unlinked = unlinkedOf(refusal)
        const id = made.current
        if (unlinked.length === 0 || id === null) return undefined
        return (
          <UnlinkedNotice unlinked={unlinked} done={done}>
            <p>
              The address has been saved: <Link to={addressPaths.details(id)}>open it</Link>.
            </p>
          </UnlinkedNotice>
        )
      }}
    >
      <AddressFields section={layout.sections.place} />
      <FormSection title={organization ? 'Organization' : 'Organizations'}>
        {organization ? (
          <strong>{organizationName(organization)}</strong>
        ) : (
          <OrganizationsField name="organizations" label="Organizations" />
        )}
        <FieldInput of={organizationAddressFieldMeta} name="address_type" />
      </FormSection>
    </RecordForm>
  )
}

const ForOrganization = ({ id }: { id: number }) => (
  <RecordFrame<'organizations'>
    of={organizationPage}
    reading={organizationsApi.endpoints.organization.useQuery(id, { refetchOnMountOrArgChange: true })}
    row={useRow('organizations', id)}
    head={(organization) => (
      <PageHeader title="Create Address" trail={organizationTrail(organization, 'addresses')} />
    )}
  >
    {(organization) => <Create organization={organization} />}
  </RecordFrame>
)

/** /mpg/addresses/create, with ?org_id for an organization (ADR-2) */
export const Page = () => {
  const [params] = useSearchParams()
  const organization = idFrom(params.get('org_id') ?? undefined)
  const trailOf = useAddressTrail()
  if (organization !== null) return <ForOrganization key={organization} id={organization} />
  return (
    <>
      <PageHeader title="Create Address" trail={trailOf()} />
      <Create />
    </>
  )
}
