import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import { Button } from '../../ui/antd/Button'
import { memo, Suspense, useId, useState, type ReactNode } from 'react'
import { contactsApi } from '../../api/contactsApi'
import { useAppSelector } from '../../api/kit/hooks'
import { organizationContactsApi } from '../../api/organizationContactsApi'
import type { Row } from '../../contract'
import { contactFieldMeta } from '../../resources/contacts/fieldMeta'
import { contactObjectId, contactPaths, contactTabs, type ContactTab } from '../../resources/contacts/paths'
import { FilesPanel } from '../../resources/files/FilesPanel'
import { useFileCount } from '../../resources/files/useFileCount'
import { useLinkCounts } from '../../resources/kit/links'
import { HistoryTab } from '../../resources/kit/HistorySection'
import { RecordActions } from '../../resources/kit/RecordActions'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { RecordMetadata } from '../../resources/kit/RecordMetadata'
import { RecordHeadBar } from '../../resources/kit/RecordPage'
import { ContactLinksPanel } from '../../resources/organizationContacts/ContactLinksPanel'
import { shownFields } from '../../resources/teams/teamFieldMeta'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { DetailSummary } from './DetailSummary'
import { contactLayout } from './form/values'
import { MessageButton } from './MessageButton'
import { ProfileLink } from './ProfileLink'
import { SidePanel } from './SidePanel'
import { usePersonalDataMenu } from './usePersonalDataMenu'
import './detail.css'

const DeleteContact = lazyDialog(async () => (await import('./DeleteContact')).DeleteContact)
const EraseContact = lazyDialog(async () => (await import('./EraseContact')).EraseContact)

const tabTitles: Readonly<Record<ContactTab, string>> = {
  details: 'Details',
  organizations: 'Organizations',
  files: 'Files',
  history: 'History',
}

interface HeadProps {
  contact: Row<'contacts'>
  tab: ContactTab
  profileId: string
}

/** The profile's form has the first input there. */
const goTo = (id: string) => document.getElementById(id)?.querySelector('input')?.focus()

const Head = ({ contact, tab, profileId }: HeadProps) => {
  const cameFrom = useAppSelector(({ visitedLists }) => visitedLists.contacts?.address)
  const { contact_id: id, name, person_title, crystal_profile } = contact
  const [isErasing, setIsErasing] = useState(false)
  const personalData = usePersonalDataMenu(id, () => setIsErasing(true))
  return (
    <PageHeader
      title={name}
      isName
      trail={[{ label: 'Contacts', to: cameFrom ?? contactPaths.list }, { label: tabTitles[tab] }]}
      actions={
        <>
          {crystal_profile === null ? (
            <Button icon={<ProfileOutlined aria-hidden />} onClick={() => goTo(profileId)}>
              Crystal Profile
            </Button>
          ) : (
            <ProfileLink file={crystal_profile} />
          )}
          <MessageButton contact={contact} />
          <RecordActions
            resource="contacts"
            endpoint={contactsApi.endpoints.contactsList}
            id={id}
            nameOf={(other) => other.name}
            pathOf={(other) => contactPaths.tab(other, tab)}
            edit={contactPaths.edit(id)}
            remove={(close) => <DeleteContact contact={contact} close={close} />}
            more={personalData}
          />
          <Suspense>
            {isErasing && <EraseContact contact={contact} close={() => setIsErasing(false)} />}
          </Suspense>
        </>
      }
    >
      <span className="quiet">{person_title}</span>
    </PageHeader>
  )
}

/** The contact's details and metadata. */
const Details = ({ contact }: { contact: Row<'contacts'> | undefined }) => {
  const facts = { of: contactFieldMeta, row: contact }
  return (
    <div className="record-parts stack">
      <RecordFacts {...facts} title="General" names={shownFields(contactLayout.names, contact?.team_id)} />
      <RecordFacts
        {...facts}
        title="More"
        names={['salutation', 'department']}
        folds
        form={contact && contactPaths.edit(contact.contact_id)}
      />
      <RecordMetadata {...facts} />
    </div>
  )
}

interface DetailProps {
  id: number
  /** Undefined until loaded: the page then shows placeholders. */
  contact: Row<'contacts'> | undefined
  tab: ContactTab
}

/** The page of one contact: name, actions, summary, tabs and side panel (CON-7). */
export const Detail = memo(({ id, contact, tab }: DetailProps) => {
  const objectId = contactObjectId(id)
  const profileId = useId()
  const files = useFileCount(objectId)
  const { active } = useLinkCounts(organizationContactsApi, 'organizationContacts', { contact: id })
  const counts: Readonly<Record<ContactTab, number | null | undefined>> = {
    details: undefined,
    organizations: active ?? null,
    files: files ?? null,
    history: undefined,
  }
  const content: Readonly<Record<ContactTab, ReactNode>> = {
    details: <Details contact={contact} />,
    organizations: <ContactLinksPanel contact={id} />,
    files: <FilesPanel objectId={objectId} />,
    history: <HistoryTab of={contactFieldMeta} row={contact} />,
  }
  return (
    <>
      {contact ? <Head contact={contact} tab={tab} profileId={profileId} /> : <RecordHeadBar />}
      <DetailSummary contact={contact} />
      <div className="record-with-side stack">
        <div>
          <RouteTabs
            label="Contact"
            tabs={contactTabs.map((name) => {
              const count = counts[name]
              return {
                label: tabTitles[name],
                to: contactPaths.tab(id, name),
                ...(count !== undefined && { count }),
              }
            })}
            open={contactTabs.indexOf(tab)}
          >
            {content[tab]}
          </RouteTabs>
        </div>
        {contact && <SidePanel contact={contact} profileId={profileId} />}
      </div>
    </>
  )
})
