import { useState } from 'react'
import { Button } from '../../ui/antd/Button'
import { Notice } from '../../ui/feedback/Notice'
import './second-factor.css'

/** New recovery codes, shown once (MFA-4). */
export const RecoveryCodes = ({ codes, done }: { codes: readonly string[]; done: () => void }) => {
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setSaid('Copied.')
    } catch {
      // Browsers block the clipboard on insecure connections.
      setSaid('The browser does not let this page copy. Select the codes and copy them.')
    }
  }
  return (
    <Notice>
      <p>
        <strong>Your recovery codes.</strong> Each signs you in once, where you do not have your app or
        passkey. Keep them away from your devices: they are not shown again.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="quiet">
        {said}
      </p>
      <div className="second-factor-actions">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button type="primary" onClick={done}>
          I have kept them
        </Button>
      </div>
    </Notice>
  )
}
