import { useId } from 'react'
import { asApiError } from '../../api/kit/errors'
import {
  useChangeNotificationSettingsMutation,
  useNotificationSettingsQuery,
} from '../../api/notificationsApi'
import type { NotificationSettings as Settings } from '../../contract/notifications'
import { notificationKinds } from '../../contract/notifications'
import { notificationKindLabels } from '../../contract/notificationText'
import { userPaths } from '../../resources/users/paths'
import { Switch } from '../../ui/antd/Switch'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { FormSection } from '../../ui/form/FormSection'
import { useMeantHeading } from './useMeantHeading'

interface ToggleProps {
  label: string
  isOn: boolean
  disabled?: boolean
  change: (isOn: boolean) => void
}

const Toggle = ({ label, isOn, disabled = false, change }: ToggleProps) => {
  const id = useId()
  return (
    <div className="line">
      <Switch id={id} size="small" checked={isOn} disabled={disabled} onChange={change} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}

const Toggles = ({ settings }: { settings: Settings }) => {
  const [change, { isLoading }] = useChangeNotificationSettingsMutation()
  const { can_mail, ...chosen } = settings
  const { muted, digest, sign_in_mail } = chosen
  // A disabled switch would lose the focus: while a choice is stored, others are ignored.
  const set = (next: Parameters<typeof change>[0]) => {
    if (!isLoading) void change(next)
  }
  return (
    <>
      {notificationKinds.map((kind) => (
        <Toggle
          key={kind}
          label={notificationKindLabels[kind]}
          isOn={!muted.includes(kind)}
          change={(isOn) =>
            void change({ ...chosen, muted: isOn ? muted.filter((one) => one !== kind) : [...muted, kind] })
          }
        />
      ))}
      <Toggle
        label="Mail me each morning what I have not read"
        isOn={digest}
        disabled={!can_mail && !digest}
        change={(isOn) => set({ ...chosen, digest: isOn })}
      />
      <Toggle
        label="Mail me of sign-ins from a new device and network"
        isOn={sign_in_mail}
        disabled={!can_mail}
        change={(isOn) => set({ ...chosen, sign_in_mail: isOn })}
      />
      {!can_mail && (
        <p className="quiet">
          Mail is possible where this installation sends mail and your email is confirmed.
        </p>
      )}
    </>
  )
}

/** What the user is told; each choice applies at once (NOTI-6). */
export const NotificationSettings = () => {
  const heading = useMeantHeading(userPaths.notifications)
  const { data, error, refetch } = useNotificationSettingsQuery()
  const problem = asApiError(error)
  return (
    <FormSection title="Notifications" help="What the bell in the top bar tells." heading={heading}>
      {problem && !data && (
        <ErrorState
          inline
          title="The choices could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {!data && !problem && <p role="status">Loading...</p>}
      {data && <Toggles settings={data} />}
    </FormSection>
  )
}
