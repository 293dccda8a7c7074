import { PageHeader } from '../../ui/page/PageHeader'
import { Notifications } from './Notifications'

/** /mpg/notifications, where mails lead to. */
export const Page = () => (
  <>
    <PageHeader title="Notifications" />
    <div className="notifications-page">
      <Notifications />
    </div>
  </>
)
