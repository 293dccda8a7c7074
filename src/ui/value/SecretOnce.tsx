import { useId, useRef, useState } from 'react'
import { Button } from '../antd/Button'
import { Input, type InputRef } from '../antd/Input'
import './secret-once.css'

interface SecretOnceProps {
  label: string
  /** What it is called in a sentence: 'address'. */
  noun: string
  secret: string
}

/** A secret that is shown this once, with a button that copies it. */
export const SecretOnce = ({ label, noun, secret }: SecretOnceProps) => {
  const id = useId()
  const input = useRef<InputRef>(null)
  const [said, setSaid] = useState('')
  const copy = async () => {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      setSaid('Copied.')
    } catch {
      // Browsers block the clipboard on insecure connections.
      setSaid(`The ${noun} is selected: copy it with Ctrl+C or ⌘C.`)
    }
  }
  return (
    <div className="secret-once">
      <label htmlFor={id}>{label}</label>
      <div className="secret-once-value">
        <Input id={id} ref={input} value={secret} readOnly onFocus={({ target }) => target.select()} />
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
      <p className="secret-once-text" role="status">
        {said || 'Copy it now: it is not shown again.'}
      </p>
    </div>
  )
}
