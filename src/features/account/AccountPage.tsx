import { useAppSelector, useRow } from '../../api/kit/hooks'
import { usersApi } from '../../api/usersApi'
import { selectCurrentUser, selectProfile } from '../../store/currentUser'
import { Tokens } from '../../resources/apiTokens/Tokens'
import { RecordBars } from '../../resources/kit/RecordPage'
import { SecondFactorSettings } from '../../resources/secondFactor/SecondFactorSettings'
import { workingHoursPath } from '../../resources/workingHours/paths'
import { FormSection } from '../../ui/form/FormSection'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { Appearance } from './Appearance'
import { CalendarFeed } from './CalendarFeed'
import { Devices } from './Devices'
import { MailConnection } from './MailConnection'
import { NotificationSettings } from './NotificationSettings'
import { NameForm } from './NameForm'
import { PasswordForm } from './PasswordForm'
import './account.css'

/** /account: the user's own data and preferences. */
export const Page = () => {
  const known = useAppSelector(selectCurrentUser)
  const profile = useAppSelector(selectProfile)
  usersApi.endpoints.currentUser.useQuery(undefined)
  const user = useRow('users', known?.id)
  return (
    <>
      <PageHeader title="Account" />
      {user ? (
        <div className="account-sections">
          <NameForm user={user} />
          <PasswordForm user={user} />
          <FormSection
            title="Second factor"
            help="Beside your password, signing in asks for something that you have."
          >
            <SecondFactorSettings />
          </FormSection>
          <Devices />
          <Appearance />
          <NotificationSettings />
          {profile && <MailConnection user={user} profile={profile} />}
          <CalendarFeed />
          <FormSection
            title="API tokens"
            help="A program with a token acts as you, as far as the token says. Whoever has it can use it."
          >
            <Tokens kind="own" />
          </FormSection>
          <FormSection title="Working hours" help="Calendars shade the rest of the week.">
            <LinkButton to={workingHoursPath}>Change working hours</LinkButton>
          </FormSection>
        </div>
      ) : (
        <RecordBars />
      )}
    </>
  )
}
