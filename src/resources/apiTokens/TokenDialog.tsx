import { object, type ObjectSchema } from 'yup'
import { newServiceToken, type NewServiceToken, type TokenScope, tokenScopes } from '../../contract/apiTokens'
import { userTypes, type UserType } from '../../contract/users'
import type { TokenKind } from '../../api/apiTokensApi'
import { CheckboxesField } from '../../ui/form/CheckboxesField'
import { FormDialog } from '../../ui/form/FormDialog'
import { RadioField } from '../../ui/form/RadioField'
import { schemaOf } from '../../ui/form/schemaOf'
import { TextField } from '../../ui/form/TextField'
import { OwnPasswordField } from '../users/OwnPasswordField'
import { typeNames } from '../users/fieldMeta'
import { scopeNames } from './scopeNames'

interface Values {
  username: string
  user_type: UserType
  name: string
  scopes: TokenScope[]
  valid_days: number
  current_password: string
}

const empty: Values = {
  username: '',
  user_type: 'broker',
  name: '',
  scopes: ['read'],
  valid_days: 90,
  current_password: '',
}

const terms = [
  { value: 30, label: '30 days' },
  { value: 90, label: '90 days' },
  { value: 180, label: '180 days' },
  { value: 365, label: 'A year' },
]
const scopes = tokenScopes.map((value) => ({ value, label: scopeNames[value] }))
const types = userTypes.map((value) => ({ value, label: typeNames[value] }))

const own = schemaOf(newServiceToken, ['name', 'scopes', 'valid_days', 'current_password'])
const schemas = {
  own,
  service: object()
    .concat(own)
    .concat(schemaOf(newServiceToken, ['username', 'user_type'])),
} as unknown as Record<TokenKind, ObjectSchema<Values>>

interface TokenDialogProps {
  kind: TokenKind
  make: (values: Required<NewServiceToken>) => Promise<unknown>
  close: () => void
}

/** Makes a token; its secret is shown where the dialog was opened (TOKEN-5). */
export const TokenDialog = ({ kind, make, close }: TokenDialogProps) => (
  <FormDialog
    title={kind === 'own' ? 'New API token' : 'New service token'}
    saveLabel="Make the token"
    initialValues={empty}
    schema={schemas[kind]}
    submit={make}
    draft={null}
    close={close}
  >
    {kind === 'service' && (
      <>
        <TextField
          name="username"
          label="Service user"
          hint="Whom the program acts as. A new name makes a new one, who cannot sign in otherwise."
          required
        />
        <RadioField name="user_type" label="User type of a new service user" options={types} />
      </>
    )}
    <TextField name="name" label="Name" hint="By which you know the token again." required />
    <CheckboxesField name="scopes" label="May" options={scopes} required />
    <RadioField name="valid_days" label="Valid for" options={terms} required />
    <OwnPasswordField label="Your password" hint="Leave it empty if you sign in through your directory." />
  </FormDialog>
)
