import { useContext, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { Modal } from '../antd/Modal'
import { AskingContext } from '../navigationGuard/guards'
import { isTypingIn } from '../page/keyboardEvents'
import './dialog.css'

interface DialogProps {
  title: ReactNode
  /** Absent: nothing closes it but its own buttons. */
  close?: () => void
  /** Neither Esc nor the close button close it: an action is pending. */
  busy?: boolean
  /** Esc does not close it: it has unsaved input. */
  dirty?: boolean
  /** In CSS pixels; full screen on phones. */
  width?: number
  footer?: ReactNode
  children: ReactNode
}

/** Returns the focus to the opener, or to the page header where the opener is gone. */
const useFocusReturn = () => {
  // Before an element of the dialog takes the focus.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const place = opener?.isConnected && opener !== document.body ? opener : document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus()
    },
    [opener],
  )
}

/** Closes on the browser's Back and Forward, also within the same page. */
const useEndByHistory = (close: (() => void) | undefined) => {
  const { key } = useLocation()
  const cause = useNavigationType()
  const [openedAt] = useState(key)
  const hasMoved = cause === NavigationType.Pop && key !== openedAt
  useEffect(() => {
    if (hasMoved) close?.()
  })
}

/** Sets the initial focus: the marked element, else the first input. */
const focusFirst = () => {
  // The topmost dialog: it may be a confirmation above another one.
  const dialog = [...document.querySelectorAll('.dialog')].at(-1)
  if (isTypingIn(dialog)) return
  const first =
    dialog?.querySelector('[data-first-focus]') ?? dialog?.querySelector('form :is(input, textarea)')
  if (first instanceof HTMLElement) first.focus()
}

/** Restores the focus that the dialog had before it was hidden. */
const useFocusOnReturn = (isAside: boolean) => {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!isAside) last.current?.focus()
  }, [isAside])
  return ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target
  }
}

/** Hidden without unmounting its content. */
const aside = { root: { display: 'none' } }

/**
 * A modal dialog, open while mounted; hidden while the navigationGuard's confirmation is open. Traps the focus, and
 * returns it on close.
 */
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
  useEndByHistory(close)
  const isAside = useContext(AskingContext)
  const keepFocused = useFocusOnReturn(isAside)
  return (
    <Modal
      open
      className="dialog"
      title={title}
      width={width}
      footer={footer}
      {...(close && { onCancel: close })}
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      keyboard={!busy && !dirty && close !== undefined}
      closable={close !== undefined && { disabled: busy, 'aria-label': 'Close' }}
      mask={{ closable: false }}
      transitionName=""
      maskTransitionName=""
      {...(isAside && { styles: aside })}
    >
      <div onFocusCapture={keepFocused}>{children}</div>
    </Modal>
  )
}
