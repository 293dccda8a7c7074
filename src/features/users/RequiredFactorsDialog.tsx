import { useFormikContext } from 'formik'
import { array, object, type ObjectSchema } from 'yup'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector } from '../../api/kit/hooks'
import { secondFactorApi } from '../../api/secondFactorApi'
import {
  accountGroups,
  groupsOf,
  type AccountGroup,
  type RequiredFactors,
} from '../../contract/requiredFactors'
import { roles } from '../../contract/roles'
import { userTypes } from '../../contract/users'
import { roleNames, typeNames } from '../../resources/users/fieldMeta'
import { selectCurrentUser } from '../../store/currentUser'
import { Dialog } from '../../ui/dialog/Dialog'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { Notice } from '../../ui/feedback/Notice'
import { CheckboxesField } from '../../ui/form/CheckboxesField'
import { FormDialog } from '../../ui/form/FormDialog'
import { useGivesRoles } from './useGivesRoles'

const title = 'Required Second Factors'

const names: Readonly<Record<AccountGroup, string>> = { ...roleNames, no_role: 'No role', ...typeNames }
const namesOf = (groups: readonly AccountGroup[]) => groups.map((group) => names[group]).join(', ')
const optionsOf = (groups: readonly AccountGroup[]) =>
  groups.map((group) => ({ value: group, label: names[group] }))
const byRole = optionsOf([...roles, 'no_role'])
const byType = optionsOf(userTypes)

interface Values {
  roles: AccountGroup[]
  types: AccountGroup[]
}
const schema = object({ roles: array(), types: array() }) as unknown as ObjectSchema<Values>

/** The groups that one is required of, by administrators or by the configuration. */
const requiredOf = (required: RequiredFactors) =>
  accountGroups.filter((group) => required[group] || required.fixed.includes(group))

/** What it means to be asked for one. */
const Meaning = () => (
  <p>
    Users who must have a second factor sign in with an authenticator app or a passkey as well as the
    password. Those who have none must set one up before they can do anything else; until then their API
    tokens are refused. Users who sign in through a directory are not asked.
  </p>
)

/** What the configuration of the installation has decided. */
const Fixed = ({ groups }: { groups: readonly AccountGroup[] }) =>
  groups.length > 0 && (
    <p className="quiet">
      Always required by the configuration of this installation (REQUIRE_SECOND_FACTOR): {namesOf(groups)}.
    </p>
  )

/** Tells users who require a second factor of the own account, and have none, what comes next. */
const OwnAccountNotice = ({ hasFactor }: { hasFactor: boolean }) => {
  const { values } = useFormikContext<Values>()
  const user = useAppSelector(selectCurrentUser)
  const isOwn =
    user !== null && groupsOf(user).some((group) => [...values.roles, ...values.types].includes(group))
  return (
    <div role="status">
      {isOwn && !hasFactor && (
        <Notice>
          <p>
            This includes your own account, which has no second factor yet. After saving you must set one up
            before you can do anything else, unless you have signed in through a directory.
          </p>
        </Notice>
      )}
    </div>
  )
}

interface RequirementProps {
  required: RequiredFactors
  close: () => void
}

/** The choice of those who give roles. */
const RequirementForm = ({ required, hasFactor, close }: RequirementProps & { hasFactor: boolean }) => {
  const [change] = secondFactorApi.useChangeRequiredFactorsMutation()
  const { fixed } = required
  const now = requiredOf(required)
  const chosenOf = (options: typeof byRole) =>
    options.map(({ value }) => value).filter((group) => now.includes(group))
  const submit = (values: Values) => {
    const chosen = [...values.roles, ...values.types]
    const changed = accountGroups.filter(
      (group) => !fixed.includes(group) && chosen.includes(group) !== required[group],
    )
    return change(Object.fromEntries(changed.map((group) => [group, chosen.includes(group)]))).unwrap()
  }
  return (
    <FormDialog
      title={title}
      width={640}
      initialValues={{ roles: chosenOf(byRole), types: chosenOf(byType) }}
      schema={schema}
      submit={submit}
      draft={null}
      close={close}
    >
      <Meaning />
      <CheckboxesField name="roles" label="Required for these roles" options={byRole} fixed={fixed} />
      <CheckboxesField name="types" label="Required for these user types" options={byType} fixed={fixed} />
      <Fixed groups={fixed} />
      <OwnAccountNotice hasFactor={hasFactor} />
    </FormDialog>
  )
}

/** The same for those who give no roles. */
const RequirementText = ({ required, close }: RequirementProps) => {
  const groups = requiredOf(required)
  return (
    <Dialog title={title} width={640} close={close}>
      <div className="stack">
        <Meaning />
        <p>
          Required for: <strong>{groups.length > 0 ? namesOf(groups) : 'no users'}</strong>.
        </p>
        <Fixed groups={required.fixed} />
        <p className="quiet">
          Only administrators change this. Until there is one, the provider’s team does.
        </p>
      </div>
    </Dialog>
  )
}

/** Which accounts must have a second factor (MFA-11); it opens once that is read. */
export const RequiredFactorsDialog = ({ close }: { close: () => void }) => {
  const required = secondFactorApi.useRequiredFactorsQuery(undefined)
  const own = secondFactorApi.useSecondFactorsQuery(undefined)
  const givesRoles = useGivesRoles(false)
  if (required.data && own.data && givesRoles !== undefined) {
    const { can_have, app_since, passkeys } = own.data
    const hasFactor = !can_have || app_since !== null || passkeys.length > 0
    return givesRoles ? (
      <RequirementForm required={required.data} hasFactor={hasFactor} close={close} />
    ) : (
      <RequirementText required={required.data} close={close} />
    )
  }
  const problem = asApiError(required.error ?? own.error)
  if (!problem) return null
  const retry = () => {
    void required.refetch()
    void own.refetch()
  }
  return (
    <Dialog title={title} width={640} close={close}>
      <ErrorState title="It could not be loaded." error={problem} retry={retry} inline />
    </Dialog>
  )
}
