import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { trashApi } from '../../api/trashApi'
import type { ResourceName, Row } from '../../contract'
import { activityFieldMeta } from '../../resources/activities/fieldMeta'
import { AddressName } from '../../resources/addresses/AddressName'
import { addressFieldMeta } from '../../resources/addresses/fieldMeta'
import { bidFieldMeta } from '../../resources/bids/fieldMeta'
import { bidTitle } from '../../resources/bids/names'
import { contactFieldMeta } from '../../resources/contacts/fieldMeta'
import { fileFieldMeta } from '../../resources/files/fieldMeta'
import type { FieldName } from '../../resources/kit/fieldMeta'
import { messageFieldMeta } from '../../resources/messages/fieldMeta'
import { noteFieldMeta } from '../../resources/notes/fieldMeta'
import { opportunityFieldMeta } from '../../resources/opportunities/fieldMeta'
import { organizationAddressFieldMeta } from '../../resources/organizationAddresses/fieldMeta'
import { organizationContactFieldMeta } from '../../resources/organizationContacts/fieldMeta'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { tagFieldMeta } from '../../resources/tags/fieldMeta'
import { taskFieldMeta } from '../../resources/tasks/fieldMeta'
import { trashPaths, trashTabs, type TrashTab } from '../../resources/trash/paths'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { excerpt } from '../../ui/richText/excerpt'
import { TrashList, type TrashListProps } from './TrashList'
import './trash.css'

const lists = trashApi.endpoints

const stamps = ['created_at'] as const
const owned = ['object_id', 'created_by'] as const
const bidFacts = ['opportunity'] as const
const contactLinkFacts = ['organization', 'job_title'] as const
const addressLinkFacts = ['organization', 'address_type'] as const
const activityFacts = ['start'] as const
const taskFacts = ['status'] as const
const messageFacts = ['from', 'sent_at'] as const

const noteName = ({ description }: Row<'notes'>) => excerpt(description)
const contactLinkName = ({ organization_contact_id: id }: Row<'organizationContacts'>) => `contact link ${id}`
const addressLinkName = ({ organization_address_id: id }: Row<'organizationAddresses'>) =>
  `address link ${id}`
const addressOfLink = ({ address }: Row<'organizationAddresses'>) => <AddressName id={address} />

interface Tab {
  label: string
  list: ReactNode
}

/** A tab with the list of one resource's trash; without a noun its label serves as one. */
const tabOf = <N extends ResourceName, K extends FieldName<N>>(
  label: string,
  { noun = label.toLowerCase(), ...list }: Omit<TrashListProps<N, K>, 'noun'> & { noun?: string },
): Tab => ({ label, list: <TrashList {...list} noun={noun} /> })

const tabs: Record<TrashTab, Tab> = {
  opportunities: tabOf('Opportunities', {
    fieldMeta: opportunityFieldMeta,
    endpoint: lists.trashedOpportunities,
    name: 'opportunity_name',
    facts: stamps,
  }),
  bids: tabOf('Bids', {
    fieldMeta: bidFieldMeta,
    endpoint: lists.trashedBids,
    name: 'name',
    nameOf: bidTitle,
    show: bidTitle,
    facts: bidFacts,
  }),
  organizations: tabOf('Organizations', {
    fieldMeta: organizationFieldMeta,
    endpoint: lists.trashedOrganizations,
    name: 'name',
    facts: stamps,
  }),
  contacts: tabOf('Contacts', {
    fieldMeta: contactFieldMeta,
    endpoint: lists.trashedContacts,
    name: 'name',
    facts: stamps,
  }),
  'contact-links': tabOf('Contact links', {
    fieldMeta: organizationContactFieldMeta,
    endpoint: lists.trashedContactLinks,
    name: 'contact',
    nameOf: contactLinkName,
    facts: contactLinkFacts,
    noun: 'links to contacts',
  }),
  addresses: tabOf('Addresses', {
    fieldMeta: addressFieldMeta,
    endpoint: lists.trashedAddresses,
    name: 'address_street',
    facts: stamps,
  }),
  'address-links': tabOf('Address links', {
    fieldMeta: organizationAddressFieldMeta,
    endpoint: lists.trashedAddressLinks,
    name: 'address',
    nameOf: addressLinkName,
    show: addressOfLink,
    facts: addressLinkFacts,
    noun: 'links to addresses',
  }),
  notes: tabOf('Notes', {
    fieldMeta: noteFieldMeta,
    endpoint: lists.trashedNotes,
    name: 'description',
    nameOf: noteName,
    show: noteName,
    facts: owned,
  }),
  files: tabOf('Files', {
    fieldMeta: fileFieldMeta,
    endpoint: lists.trashedFiles,
    name: 'filename',
    facts: owned,
  }),
  tasks: tabOf('Tasks', {
    fieldMeta: taskFieldMeta,
    endpoint: lists.trashedTasks,
    name: 'name',
    facts: taskFacts,
  }),
  activities: tabOf('Activities', {
    fieldMeta: activityFieldMeta,
    endpoint: lists.trashedActivities,
    name: 'title',
    facts: activityFacts,
  }),
  tags: tabOf('Tags', { fieldMeta: tagFieldMeta, endpoint: lists.trashedTags, name: 'name', facts: stamps }),
  messages: tabOf('Messages', {
    fieldMeta: messageFieldMeta,
    endpoint: lists.trashedMessages,
    name: 'subject',
    facts: messageFacts,
  }),
}

/** /mpg/trash/{what}: deleted records, each with a restore button. */
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
