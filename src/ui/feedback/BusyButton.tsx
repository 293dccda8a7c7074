import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import { Button, type ButtonProps } from '../antd/Button'
import { useLayoutEffect, useRef } from 'react'

interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'ref'> {
  /** The button's action is pending. */
  busy: boolean
}

/** A button that cannot be pressed while its action is pending, and keeps its label and focus. */
export const BusyButton = ({ busy, disabled = false, icon, ...button }: BusyButtonProps) => {
  const element = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === element.current
    else if (hadFocus.current && document.activeElement === document.body) element.current?.focus()
  }, [busy])
  return (
    <Button
      {...button}
      ref={element}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      icon={busy ? <LoadingOutlined aria-hidden /> : icon}
    />
  )
}
