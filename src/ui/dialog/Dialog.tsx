import { useContext, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { Modal } from '../antd/Modal'
import { AskingContext } from '../leaving/guards'
import { isTypingIn } from '../page/typing'
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

/** The browser's Back and Forward end it: whoever takes them wants to be elsewhere, be it on the same page. */
const useEndByHistory = (close: () => void) => {
  const { key } = useLocation()
  const cause = useNavigationType()
  const [openedAt] = useState(key)
  const hasMoved = cause === NavigationType.Pop && key !== openedAt
  useEffect(() => {
    if (hasMoved) close()
  })
}

/** Where the focus begins: on what is marked for it, else on the first input. */
const focusFirst = () => {
  // The one that has opened last: it may ask about the one below.
  const dialog = [...document.querySelectorAll('.dialog')].at(-1)
  if (isTypingIn(dialog)) return
  const first =
    dialog?.querySelector('[data-first-focus]') ?? dialog?.querySelector('form :is(input, textarea)')
  if (first instanceof HTMLElement) first.focus()
}

/** Where the focus was before the dialog stepped aside, it is again once it is back. */
const useFocusOnReturn = (isAside: boolean) => {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!isAside) last.current?.focus()
  }, [isAside])
  return ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target
  }
}

/** Out of sight, with all that it holds. */
const aside = { root: { display: 'none' } }

/**
 * A window above the page, there for as long as it is rendered; it steps aside while it is asked if the page shall be
 * left. The focus stays in it, and returns at its end.
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
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      keyboard={!busy && !dirty}
      closable={{ disabled: busy, 'aria-label': 'Close' }}
      mask={{ closable: false }}
      transitionName=""
      maskTransitionName=""
      {...(isAside && { styles: aside })}
    >
      <div onFocusCapture={keepFocused}>{children}</div>
    </Modal>
  )
}
