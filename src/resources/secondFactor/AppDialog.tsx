import { useRef, useState } from 'react'
import { object, string, type ObjectSchema } from 'yup'
import { secondFactorApi } from '../../api/secondFactorApi'
import { appConfirmation, type AppSetup } from '../../contract/secondFactor'
import { QrCode } from '../../ui/antd/QrCode'
import { FormDialog } from '../../ui/form/FormDialog'
import { TextField } from '../../ui/form/TextField'
import { ByPasswordDialog } from './ByPasswordDialog'

interface Values {
  one_time_code: string
}

const empty: Values = { one_time_code: '' }
const { requiredMessage } = appConfirmation.fields.one_time_code
const schema: ObjectSchema<Values> = object({ one_time_code: string().trim().required(requiredMessage) })

/** 'ABCD EFGH …', easier to type. */
const inGroups = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

interface AppDialogProps {
  /** Whether there is one already, which stays in use until the first code of the new one. */
  isReplacement: boolean
  /** Called with the recovery codes of the account's first factor. */
  done: (codes: readonly string[] | null) => void
  close: () => void
}

/** Sets up an authenticator app, or another one in its place: the password, then its key and a first code (MFA-1). */
export const AppDialog = ({ isReplacement, done, close }: AppDialogProps) => {
  const [begin] = secondFactorApi.useBeginAppMutation()
  const [confirm] = secondFactorApi.useConfirmAppMutation()
  const [setup, setSetup] = useState<AppSetup>()
  const isBegun = useRef(false)

  if (!setup)
    return (
      <ByPasswordDialog
        title={isReplacement ? 'Replace the authenticator app' : 'Set up an authenticator app'}
        label="Continue"
        text={
          isReplacement
            ? 'Signing in asks for the present app until you have entered a first code of the new one.'
            : 'An app on your telephone shows a new code every 30 seconds, which signing in asks for beside your password.'
        }
        act={async (values) => {
          const made = await begin(values).unwrap()
          isBegun.current = true
          setSetup(made)
        }}
        close={() => {
          if (!isBegun.current) close()
        }}
      />
    )
  return (
    <FormDialog
      title="Scan the code with your app"
      saveLabel="Confirm"
      width={440}
      initialValues={empty}
      schema={schema}
      submit={async ({ one_time_code }) => done((await confirm({ one_time_code }).unwrap()).recovery_codes)}
      draft={null}
      close={close}
    >
      {/* The key below says the same in words. Black on white in both themes, as cameras need it. */}
      <div className="app-code" aria-hidden>
        <QrCode value={setup.setup_uri} type="svg" color="#000000" bgColor="#ffffff" size={192} />
      </div>
      <p>
        Or enter this key in the app: <code className="app-key">{inGroups(setup.setup_key)}</code>
      </p>
      <TextField name="one_time_code" label="Code that the app shows" autoComplete="one-time-code" required />
    </FormDialog>
  )
}
