import { contactPage } from '../../records/contacts/page'
import { contactPaths, contactTabs } from '../../records/contacts/paths'
import { RecordTabsPage } from '../../records/kit/RecordTabsPage'
import { Detail } from './Detail'

/** /mpg/contacts/{id}/{type}; unknown tabs open the organizations (CON-7). */
export const Page = () => (
  <RecordTabsPage of={contactPage} start={contactPaths.organizations}>
    {(id, type, contact) => (
      <Detail id={id} contact={contact} tab={contactTabs.find((tab) => tab === type) ?? 'organizations'} />
    )}
  </RecordTabsPage>
)
