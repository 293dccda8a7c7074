import { roles } from '../../contract/roles'
import { roleNames } from '../../resources/users/fieldMeta'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { OptionField } from '../../ui/form/OptionField'

const options = roles.map((role) => ({ value: role, label: roleNames[role] }))

/** The first administrator gives the role to the own account, and no other (ROLE-4). */
export const firstRoleInputs = {
  role: (frame: FieldProps) => (
    <OptionField
      {...frame}
      options={options.filter(({ value }) => value === 'administrator')}
      none={null}
      placeholder="No role"
    />
  ),
}

/** The inputs of role and rights: a role can be taken away again (ROLE-4). */
export const roleInputs = {
  role: (frame: FieldProps) => <OptionField {...frame} options={options} none={null} placeholder="No role" />,
}
