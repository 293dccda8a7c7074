import { AuthorizationNote } from '../../resources/mailAccount/AuthorizationNote'
import { useAuthorization } from '../../resources/mailAccount/useAuthorization'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { NoticeBar } from '../../ui/feedback/NoticeBar'
import './reconnect-notice.css'

/** Offers to reconnect a mail account that the mail service no longer accepts, without leaving the page (SETUP-1). */
export const Notice = () => {
  const { step, authorize } = useAuthorization()
  return (
    <NoticeBar label="Mail account">
      <p role="status" className="reconnect-notice">
        The connection to your mail account has expired. Until you connect it again, no meetings can be
        scheduled and no messages sent.
      </p>
      <BusyButton busy={step.is === 'asking' || step.is === 'connecting'} onClick={() => void authorize()}>
        Reconnect
      </BusyButton>
      <AuthorizationNote step={step} />
    </NoticeBar>
  )
}
