import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { array, mixed, number, type ObjectSchema } from 'yup'
import { unlinkedOf } from '../../api/organizationAddressesApi'
import { problems } from '../../contract/problems'
import { addressPaths } from '../../resources/addresses/paths'
import { layoutSchema, layoutValues } from '../../resources/kit/layout'
import { useRecordForm } from '../../resources/kit/useRecordForm'
import { OrganizationsField } from '../../resources/organizations/OrganizationField'
import { UnlinkedNotice } from '../../resources/organizationAddresses/UnlinkedNotice'
import { useLinking } from '../../resources/organizationAddresses/useLinking'
import { useGoBack } from '../../ui/page/useGoBack'
import { addressLink } from './kinds'
import { LinkForm } from './LinkForm'
import type { LinkValues } from './useLinkForm'

/** The form's values: one set of types for all organizations. */
type LinksValues = LinkValues<'organizationAddresses'> & { organizations: number[] }

const { layout, fieldMeta, api, newRules } = addressLink

const schema: ObjectSchema<LinksValues> = layoutSchema(layout).shape({
  ...newRules,
  organization: mixed<number>().nullable().defined(),
  organizations: array(number().required()).min(1, problems.required).required(),
})

const several = {
  organization: () => <OrganizationsField name="organizations" label="Organizations" required />,
}

/** Links an address to several organizations at once; failed ones stay for another attempt (ADR-4). */
export const NewLinks = ({ address }: { address: number }) => {
  const link = useLinking()
  const [change] = api.change.useMutation()
  const valuesFrom = useCallback(
    (): LinksValues => ({
      ...(layoutValues(layout, { address }) as LinkValues<'organizationAddresses'>),
      organizations: [],
    }),
    [address],
  )
  const form = useRecordForm<'organizationAddresses', LinksValues>({
    fieldMeta,
    row: undefined,
    valuesFrom,
    schema,
    make: ({ organizations, address_type }) => link(organizations, { address, address_type }),
    change,
    owner: `address:${address}`,
  })
  const tab = addressPaths.tab(address, 'organizations')
  const navigate = useNavigate()
  const cancel = useGoBack(tab)
  const done = () => void navigate(tab, { replace: true })
  return (
    <LinkForm
      kind={addressLink}
      form={form}
      label="Add organizations"
      known={['address', 'property_status']}
      inputs={several}
      explain={(refusal) => {
        const unlinked = unlinkedOf(refusal)
        return unlinked.length > 0 ? <UnlinkedNotice unlinked={unlinked} done={done} /> : undefined
      }}
      done={done}
      cancel={cancel}
    />
  )
}
