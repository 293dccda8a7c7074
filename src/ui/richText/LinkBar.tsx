import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../antd/Button'
import { Input } from '../antd/Input'
import { isSaveKey } from '../page/keyboardEvents'
import { typedAddress } from './typedAddress'

interface LinkBarProps {
  /** The current address of the link; null without one. */
  address: string | null
  apply: (address: string, typed: string) => void
  remove: () => void
  close: () => void
}

/** The input for a link's address. Overlays the text, so that the layout does not shift. */
export const LinkBar = ({ address, apply, remove, close }: LinkBarProps) => {
  const id = useId()
  const [typed, setTyped] = useState(address ?? '')
  const [isRefused, setIsRefused] = useState(false)
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const input = bar.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])

  const submit = () => {
    const found = typedAddress(typed)
    if (found === null) setIsRefused(true)
    else apply(found, typed.trim())
  }

  /** Enter and Esc apply to the bar, not to the form or dialog around it; saving includes the typed link. */
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isSaveKey(event) && typed.trim() !== (address ?? '')) {
      flushSync(submit)
      if (typedAddress(typed) !== null) return
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') submit()
    else close()
  }

  return (
    <div ref={bar} className="rich-text-link-bar" role="group" aria-label="Link">
      <label htmlFor={id}>Link address</label>
      <Input
        id={id}
        value={typed}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        status={isRefused ? 'error' : ''}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsRefused(false)
        }}
        onKeyDown={pressed}
      />
      {isRefused && (
        <p id={`${id}-problem`} className="problem" role="alert">
          A link leads to an https:// address, an email address or a phone number.
        </p>
      )}
      <div className="rich-text-link-actions">
        {address !== null && (
          <Button size="small" danger onClick={remove}>
            Remove link
          </Button>
        )}
        <Button size="small" onClick={close}>
          Cancel
        </Button>
        <Button size="small" type="primary" onClick={submit}>
          Apply
        </Button>
      </div>
    </div>
  )
}
