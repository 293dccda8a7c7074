import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useCallback, useMemo } from 'react'
import { organizationContactsApi } from '../../api/organizationContactsApi'
import type { Row } from '../../contract'
import { LinkButton } from '../../ui/page/LinkButton'
import type { Column } from '../../ui/table/columns'
import { ContactLink } from '../contacts/ContactLink'
import { columnOf } from '../kit/columnOf'
import { LinkPanel } from '../kit/LinkPanel'
import { useNames } from '../kit/links'
import { OrganizationLink } from '../organizations/OrganizationLink'
import { organizationPaths } from '../organizations/paths'
import { organizationContactFieldMeta as fieldMeta } from './fieldMeta'
import { organizationContactPaths } from './paths'

type Link = Row<'organizationContacts'>

const columnsAfter = (name: Column<Link>): readonly Column<Link>[] => [
  name,
  columnOf(fieldMeta, 'job_title', { width: '20%' }),
  columnOf(fieldMeta, 'work_email', { width: '40%' }),
  columnOf(fieldMeta, 'work_mobile', { width: '116px', matters: 'wide' }),
  columnOf(fieldMeta, 'employment_status', { width: '124px' }),
]

const contactColumns = columnsAfter(
  columnOf(fieldMeta, 'contact', { isName: true, show: ({ contact }) => <ContactLink id={contact} /> }),
)
const organizationColumns = columnsAfter(
  columnOf(fieldMeta, 'organization', {
    isName: true,
    show: ({ organization }) => <OrganizationLink id={organization} />,
  }),
)

const plus = <PlusOutlined aria-hidden />

const shared = {
  resource: 'organizationContacts',
  api: organizationContactsApi,
  editOf: ({ contact, organization }: Link) => organizationContactPaths.edit(contact, organization),
} as const

/** The contacts of an organization (ORG-8). */
const ContactsOf = ({ organization }: { organization: number }) => {
  const nameOf = useNames('contacts')
  return (
    <LinkPanel
      {...shared}
      end={useMemo(() => ({ organization }), [organization])}
      noun="contacts"
      sort="contact"
      columns={contactColumns}
      nameOf={useCallback(({ contact }: Link) => nameOf(contact), [nameOf])}
      emptyDescription="The people whom one deals with at the organization stand here."
      actions={
        <>
          <LinkButton to={organizationPaths.addContact(organization)}>Add Contact</LinkButton>
          <LinkButton to={organizationPaths.createContact(organization)} type="primary" icon={plus}>
            Create Contact
          </LinkButton>
        </>
      }
    />
  )
}

/** The organizations where a contact works or has worked (CON-8). */
const OrganizationsOf = ({ contact }: { contact: number }) => {
  const nameOf = useNames('organizations')
  return (
    <LinkPanel
      {...shared}
      end={useMemo(() => ({ contact }), [contact])}
      noun="organizations"
      sort="organization"
      columns={organizationColumns}
      nameOf={useCallback(({ organization }: Link) => nameOf(organization), [nameOf])}
      emptyDescription="The organizations where the contact works stand here, with how to reach the contact there."
      actions={
        <LinkButton to={organizationContactPaths.add(contact)} type="primary" icon={plus}>
          Add Organization
        </LinkButton>
      }
    />
  )
}

type ContactLinksPanelProps = { organization: number } | { contact: number }

/** The contacts of an organization, or the organizations of a contact. */
export const ContactLinksPanel = (props: ContactLinksPanelProps) =>
  'organization' in props ? <ContactsOf {...props} /> : <OrganizationsOf {...props} />
