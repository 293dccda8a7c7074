import Modal from 'antd/es/modal'
import { useEffect, useState, type ReactNode } from 'react'
import './dialog.css'

interface DialogProps {
  title: ReactNode
  close: () => void
  /** Neither Esc nor the close button end it: something is under way. */
  busy?: boolean
  /** Esc does not end it: something has been typed. */
  dirty?: boolean
  /** In CSS pixels; the whole screen on phones. */
  width?: number
  footer?: ReactNode
  children: ReactNode
}

/** Gives the focus back to where it was, or to the page's head where that is gone. */
const useFocusReturn = () => {
  // Before anything in the dialog takes the focus.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const place = opener?.isConnected && opener !== document.body ? opener : document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus()
    },
    [opener],
  )
}

/** Where the focus begins: on what is marked for it, else on the first input. */
const focusFirst = () => {
  const dialog = document.querySelector('.dialog')
  const first =
    dialog?.querySelector('[data-first-focus]') ?? dialog?.querySelector('form :is(input, textarea)')
  if (first instanceof HTMLElement) first.focus()
}

/** A window above the page, there for as long as it is rendered. The focus stays in it, and returns at its end. */
export const Dialog = ({
  title,
  close,
  busy = false,
  dirty = false,
  width = 520,
  footer = null,
  children,
}: DialogProps) => {
  useFocusReturn()
  return (
    <Modal
      open
      className="dialog"
      title={title}
      width={width}
      footer={footer}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      keyboard={!busy && !dirty}
      closable={{ disabled: busy, 'aria-label': 'Close' }}
      mask={{ closable: false }}
      transitionName=""
      maskTransitionName=""
    >
      {children}
    </Modal>
  )
}
