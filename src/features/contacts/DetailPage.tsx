import { contactPage } from '../../resources/contacts/page'
import { contactPaths, contactTabs } from '../../resources/contacts/paths'
import { RecordTabsPage } from '../../resources/kit/RecordTabsPage'
import { Detail } from './Detail'

/** /mpg/contacts/{id}/{type}; unknown tabs open the organizations (CON-7). */
export const Page = () => (
  <RecordTabsPage of={contactPage} start={contactPaths.organizations}>
    {(id, type, contact) => (
      <Detail id={id} contact={contact} tab={contactTabs.find((tab) => tab === type) ?? 'organizations'} />
    )}
  </RecordTabsPage>
)
