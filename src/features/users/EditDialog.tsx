import { useCallback } from 'react'
import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { Fields } from '../../resources/kit/Fields'
import { layoutSchema, layoutValues } from '../../resources/kit/layout'
import { RecordDialog } from '../../resources/kit/RecordForm'
import { useRecordForm } from '../../resources/kit/useRecordForm'
import { userFieldMeta } from '../../resources/users/fieldMeta'
import { layout } from './layout'
import { firstRoleInputs, roleInputs } from './roleInputs'
import { useGivesRoles } from './useGivesRoles'

const schema = layoutSchema(layout)

interface EditDialogProps {
  user: Row<'users'>
  /** Users cannot change their own type. */
  isOwn: boolean
  close: () => void
}

/** Edits the user data, type and role of an account. */
export const EditDialog = ({ user, isOwn, close }: EditDialogProps) => {
  const [change] = accountsApi.change.useMutation()
  const [read] = accountsApi.row.useLazyQuery()
  const form = useRecordForm({
    fieldMeta: userFieldMeta,
    row: user,
    valuesFrom: useCallback((row: Row<'users'> | undefined) => layoutValues(layout, row), []),
    schema,
    change,
    readAgain: () => void read(user.id),
    isPartial: true,
  })
  const { person, type, role } = layout.sections
  const givesRoles = useGivesRoles(isOwn)
  return (
    <RecordDialog form={form} title="Edit User" width={640} close={close}>
      <Fields of={userFieldMeta} names={isOwn ? person.fields : [...person.fields, ...type.fields]} />
      {givesRoles && (
        <Fields
          of={userFieldMeta}
          names={isOwn ? ['role'] : role.fields}
          inputs={isOwn ? firstRoleInputs : roleInputs}
        />
      )}
    </RecordDialog>
  )
}
