import { usePermission } from '../../api/kit/hooks'
import { Tokens } from '../../resources/apiTokens/Tokens'
import { RecordBars } from '../../resources/kit/RecordPage'
import { titleOf } from '../../resources/kit/resourceView'
import { userPaths } from '../../resources/users/paths'
import { users } from '../../resources/users/resource'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { FormSection } from '../../ui/form/FormSection'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import './users.css'

/** /mpg/users/service-tokens: API tokens of service users, for the provider's team (TOKEN-5). */
export const Page = () => {
  const { isAllowed, reason } = usePermission('users', 'create')
  return (
    <>
      <PageHeader title="Service tokens" trail={[{ label: titleOf(users), to: userPaths.list }]} />
      {isAllowed ? (
        <div className="users-tokens">
          <FormSection
            title="API tokens of service users"
            help="A program that belongs to no person acts as a service user, who cannot sign in otherwise."
          >
            <Tokens kind="service" />
          </FormSection>
        </div>
      ) : reason === null ? (
        <RecordBars />
      ) : (
        <EmptyState title={reason} hint="Ask one of them where a program needs access.">
          <LinkButton to="/">Back to the opportunities</LinkButton>
        </EmptyState>
      )}
    </>
  )
}
