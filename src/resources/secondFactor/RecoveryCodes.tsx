import { useState } from 'react'
import { Button } from '../../ui/antd/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { saveAsFile } from '../../ui/files/saveAsFile'
import { useNavigationGuard } from '../../ui/navigationGuard/guards'

const lostCodes = () => 'Your recovery codes are not shown again.'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Called once the user has said that they are kept. */
  done: () => void
}

/** New recovery codes, shown once, as the last step of what made them: nothing else closes it (MFA-4). */
export const RecoveryCodes = ({ codes, done }: RecoveryCodesProps) => {
  const [said, setSaid] = useState('')
  useNavigationGuard(lostCodes)
  const text = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      // Browsers block the clipboard on insecure connections.
      setSaid('The browser does not let this page copy. Select the codes and copy them, or download them.')
    }
  }
  const download = () => {
    const file = new Blob([`Recovery codes of Citygate, each good once\n\n${text}\n`], { type: 'text/plain' })
    saveAsFile(file, 'citygate-recovery-codes.txt')
  }
  return (
    <Dialog
      title={
        <h2 className="recovery-codes-title" tabIndex={-1} data-first-focus>
          Keep your recovery codes
        </h2>
      }
      width={440}
    >
      <div className="stack">
        <p>
          Each signs you in once, where you do not have your app or passkey. Keep them away from your devices:
          they are not shown again.
        </p>
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p role="status" className="quiet">
          {said}
        </p>
        <div className="dialog-actions">
          <div className="dialog-actions-apart second-factor-actions">
            <Button onClick={() => void copy()}>Copy</Button>
            <Button onClick={download}>Download</Button>
          </div>
          <Button type="primary" onClick={done}>
            I have kept them
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
