import { useRef, useState } from 'react'
import { secondFactorApi } from '../../api/secondFactorApi'
import type { Passkey } from '../../contract/secondFactor'
import { AppDialog } from './AppDialog'
import { ByPasswordDialog } from './ByPasswordDialog'
import { PasskeyDialog } from './PasskeyDialog'
import { RecoveryCodes } from './RecoveryCodes'
import { RenamePasskeyDialog } from './RenamePasskeyDialog'

/** The change of second factors that is asked for. */
export type Asked =
  | { what: 'addApp' | 'replaceApp' | 'removeApp' | 'addPasskey' | 'makeCodes' }
  | { what: 'renamePasskey' | 'removePasskey'; passkey: Passkey }

interface DialogsProps {
  asked: Asked
  /** Called once a factor is set up, and its recovery codes have been kept. */
  done: () => void
  close: () => void
}

/** The dialogs of second factors, one at a time; recovery codes are the last step of what makes them (MFA-4). */
export const Dialogs = ({ asked, done, close }: DialogsProps) => {
  const [codes, setCodes] = useState<readonly string[]>()
  const hasCodes = useRef(false)
  const codesMade = (made: readonly string[] | null) => {
    hasCodes.current = made !== null
    if (made) setCodes(made)
    else done()
  }
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        done={() => {
          close()
          done()
        }}
      />
    )
  return (
    <Step
      asked={asked}
      codesMade={codesMade}
      close={() => {
        if (!hasCodes.current) close()
      }}
    />
  )
}

interface StepProps {
  asked: Asked
  /** Called with new recovery codes, which are shown once; with null where there are some already. */
  codesMade: (codes: readonly string[] | null) => void
  close: () => void
}

const Step = ({ asked, codesMade, close }: StepProps) => {
  const [removeApp] = secondFactorApi.useRemoveAppMutation()
  const [removePasskey] = secondFactorApi.useRemovePasskeyMutation()
  const [makeCodes] = secondFactorApi.useMakeRecoveryCodesMutation()
  switch (asked.what) {
    case 'addApp':
    case 'replaceApp':
      return <AppDialog isReplacement={asked.what === 'replaceApp'} done={codesMade} close={close} />
    case 'addPasskey':
      return <PasskeyDialog done={codesMade} close={close} />
    case 'renamePasskey':
      return <RenamePasskeyDialog passkey={asked.passkey} close={close} />
    case 'removeApp':
      return (
        <ByPasswordDialog
          title="Remove the authenticator app"
          label="Remove"
          text="Signing in no longer asks for its code."
          act={(values) => removeApp(values).unwrap()}
          close={close}
        />
      )
    case 'removePasskey':
      return (
        <ByPasswordDialog
          title="Remove the passkey"
          label="Remove"
          text={`“${asked.passkey.name}” no longer signs you in. Remove it from the device as well.`}
          act={(body) => removePasskey({ id: asked.passkey.passkey_id, body }).unwrap()}
          close={close}
        />
      )
    case 'makeCodes':
      return (
        <ByPasswordDialog
          title="Make new recovery codes"
          label="Make new codes"
          text="All older codes are void from then on."
          act={async (values) => codesMade((await makeCodes(values).unwrap()).recovery_codes)}
          close={close}
        />
      )
  }
}
