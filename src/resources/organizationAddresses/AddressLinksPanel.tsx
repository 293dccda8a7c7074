import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useCallback, useMemo } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import type { Row } from '../../contract'
import type { Rows } from '../../store/entities'
import { LinkButton } from '../../ui/page/LinkButton'
import type { Column } from '../../ui/table/columns'
import { AddressLink } from '../addresses/AddressLink'
import { useAddressLine } from '../addresses/addressLine'
import { addressPaths } from '../addresses/paths'
import { columnOf } from '../kit/columnOf'
import { fieldMetaOf } from '../kit/fieldMeta'
import { LinkPanel } from '../kit/LinkPanel'
import { useNames } from '../kit/links'
import { OrganizationLink } from '../organizations/OrganizationLink'
import { organizationFieldMeta } from '../organizations/fieldMeta'
import { organizationPaths } from '../organizations/paths'
import { valueOf } from '../kit/valueOf'
import { organizationAddressFieldMeta as fieldMeta } from './fieldMeta'

type Link = Row<'organizationAddresses'>
type OrganizationNumber = 'bin_number' | 'zoominfo_id'
type Organizations = Rows['organizations']

const columnsAfter = (...names: readonly Column<Link>[]): readonly Column<Link>[] => [
  ...names,
  columnOf(fieldMeta, 'address_type', {
    width: '22%',
    show: (link) => valueOf(fieldMeta, 'address_type', link) ?? <span className="quiet">No type</span>,
  }),
  columnOf(fieldMeta, 'property_status', { width: '124px' }),
]

/** A column with an external number of the organization. */
const numberColumn = (name: OrganizationNumber, organizations: Organizations): Column<Link> => ({
  key: name,
  title: fieldMetaOf(organizationFieldMeta, name).label,
  width: '14%',
  matters: 'wide',
  show: ({ organization }) => (organizations?.[organization]?.[name] as string | null | undefined) ?? null,
})

const addressColumns = columnsAfter(
  columnOf(fieldMeta, 'address', { isName: true, show: ({ address }) => <AddressLink id={address} /> }),
)
const organizationColumn = columnOf(fieldMeta, 'organization', {
  isName: true,
  show: ({ organization }) => <OrganizationLink id={organization} />,
})

const plus = <PlusOutlined aria-hidden />

const shared = {
  resource: 'organizationAddresses',
  api: organizationAddressesApi,
  editOf: ({ address, organization }: Link) => addressPaths.editOrganization(address, organization),
} as const

/** The addresses of an organization (ORG-9). */
const AddressesOf = ({ organization }: { organization: number }) => {
  const addresses = useAppSelector(({ entities }) => entities.addresses)
  const lineOf = useAddressLine()
  const nameOf = useCallback(
    ({ address }: Link) => lineOf(addresses?.[address] ?? {}) || `#${address}`,
    [addresses, lineOf],
  )
  return (
    <LinkPanel
      {...shared}
      end={useMemo(() => ({ organization }), [organization])}
      noun="addresses"
      sort="address"
      columns={addressColumns}
      nameOf={nameOf}
      emptyDescription="Where the organization sits, takes gas and gets its bills."
      actions={
        <>
          <LinkButton to={organizationPaths.addAddress(organization)}>Add Address</LinkButton>
          <LinkButton to={addressPaths.create(organization)} type="primary" icon={plus}>
            Create Address
          </LinkButton>
        </>
      }
    />
  )
}

/** The organizations that use an address (ADR-3). */
const OrganizationsAt = ({ address }: { address: number }) => {
  const organizations = useAppSelector(({ entities }) => entities.organizations)
  const nameOf = useNames('organizations')
  const columns = useMemo(
    () =>
      columnsAfter(
        organizationColumn,
        numberColumn('bin_number', organizations),
        numberColumn('zoominfo_id', organizations),
      ),
    [organizations],
  )
  return (
    <LinkPanel
      {...shared}
      end={useMemo(() => ({ address }), [address])}
      noun="organizations"
      sort="organization"
      columns={columns}
      nameOf={useCallback(({ organization }: Link) => nameOf(organization), [nameOf])}
      emptyDescription="The organizations that use the address stand here, with what they use it for."
      actions={
        <LinkButton to={addressPaths.addOrganization(address)} type="primary" icon={plus}>
          Add Organization
        </LinkButton>
      }
    />
  )
}

type AddressLinksPanelProps = { organization: number } | { address: number }

/** The addresses of an organization, or the organizations at an address. */
export const AddressLinksPanel = (props: AddressLinksPanelProps) =>
  'organization' in props ? <AddressesOf {...props} /> : <OrganizationsAt {...props} />
