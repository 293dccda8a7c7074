import { useEffect, useRef, useState, type ReactNode } from 'react'
import { asApiError } from '../../api/kit/errors'
import { secondFactorApi } from '../../api/secondFactorApi'
import type { Passkey, SecondFactors } from '../../contract/secondFactor'
import { recoveryCodeCount } from '../../contract/secondFactorFields'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { DateText } from '../../ui/value/DateText'
import { canUsePasskeys } from './canUsePasskeys'
import type { Asked } from './dialogs'
import './second-factor.css'

const Dialogs = lazyDialog(async () => (await import('./dialogs')).Dialogs)

const Factor = ({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) => (
  <li className="factor row-apart">
    <div>
      <p className="factor-title">{title}</p>
      <p className="quiet">{text}</p>
    </div>
    {children && <div className="second-factor-actions">{children}</div>}
  </li>
)

const passkeyText = ({ created_at, last_used_at }: Passkey) => (
  <>
    Added <DateText value={created_at} format="moment" />
    {last_used_at === null ? (
      ', not used so far'
    ) : (
      <>
        , last used <DateText value={last_used_at} format="moment" />
      </>
    )}
  </>
)

const passkeyHelp = ({ can_have_passkeys }: SecondFactors, isOffered: boolean): string => {
  if (!can_have_passkeys) return 'Passkeys need an installation that has a name in its address.'
  return isOffered
    ? 'A fingerprint, face, PIN or security key, which signs you in without your password, too.'
    : 'This browser cannot use passkeys here.'
}

const Factors = ({ factors, ask }: { factors: SecondFactors; ask: (asked: Asked) => void }) => {
  const { app_since, passkeys, recovery_codes_left: left } = factors
  const isOffered = factors.can_have_passkeys && canUsePasskeys()
  const hasFactor = app_since !== null || passkeys.length > 0
  return (
    <ul className="factors">
      <Factor
        title="Authenticator app"
        text={
          app_since === null ? (
            'An app on your telephone that shows a new code every 30 seconds.'
          ) : (
            <>
              In use since <DateText value={app_since} format="moment" />
            </>
          )
        }
      >
        {app_since === null ? (
          <Button onClick={() => ask({ what: 'addApp' })}>Set up an app</Button>
        ) : (
          <>
            <Button aria-label="Replace the authenticator app" onClick={() => ask({ what: 'replaceApp' })}>
              Replace
            </Button>
            <Button aria-label="Remove the authenticator app" onClick={() => ask({ what: 'removeApp' })}>
              Remove
            </Button>
          </>
        )}
      </Factor>
      {passkeys.map((passkey) => (
        <Factor key={passkey.passkey_id} title={passkey.name} text={passkeyText(passkey)}>
          <Button
            aria-label={`Rename ${passkey.name}`}
            onClick={() => ask({ what: 'renamePasskey', passkey })}
          >
            Rename
          </Button>
          <Button
            aria-label={`Remove ${passkey.name}`}
            onClick={() => ask({ what: 'removePasskey', passkey })}
          >
            Remove
          </Button>
        </Factor>
      ))}
      <Factor title="Passkeys" text={passkeyHelp(factors, isOffered)}>
        {isOffered && <Button onClick={() => ask({ what: 'addPasskey' })}>Add a passkey</Button>}
      </Factor>
      {hasFactor && (
        <Factor
          title="Recovery codes"
          text={`${left} of ${recoveryCodeCount} unused, for when you do not have the others at hand.`}
        >
          <Button onClick={() => ask({ what: 'makeCodes' })}>Make new codes</Button>
        </Factor>
      )}
    </ul>
  )
}

/** What is asked for. Its end returns the focus to the opener, which the last one of several dialogs does not know. */
const useAsked = () => {
  const [asked, setAsked] = useState<Asked>()
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (!asked && opener.current?.isConnected && opener.current instanceof HTMLElement) opener.current.focus()
  }, [asked])
  const ask = (next: Asked) => {
    opener.current = document.activeElement
    setAsked(next)
  }
  return { asked, ask, end: () => setAsked(undefined) }
}

/**
 * What signing in asks for beside the password, and its changes (MFA-1, 3, 4).
 * @param done called once a factor is set up, and its recovery codes have been kept.
 */
export const SecondFactorSettings = ({ done }: { done?: () => void }) => {
  const { data, error, refetch } = secondFactorApi.useSecondFactorsQuery(undefined)
  const { asked, ask, end } = useAsked()
  const problem = asApiError(error)
  return (
    <>
      {problem && !data && (
        <ErrorState
          inline
          title="The second factors could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {!data && !problem && <p role="status">Loading...</p>}
      {data?.can_have === false && (
        <p>You sign in through your directory, which asks for a second factor itself.</p>
      )}
      {data?.can_have && <Factors factors={data} ask={ask} />}
      {asked && <Dialogs asked={asked} done={() => done?.()} close={end} />}
    </>
  )
}
