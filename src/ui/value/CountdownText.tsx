import { useSyncExternalStore } from 'react'
import { countdownTo } from './countdown'
import { useDateWords } from './useDateWords'
import './due-text.css'

/** Milliseconds between updates. */
const tick = 1_000

const subscribe = (changed: () => void) => {
  const timer = setInterval(changed, tick)
  return () => clearInterval(timer)
}

interface CountdownTextProps {
  /** A moment. */
  until: string
  /** Shown once it is over. */
  over: string
}

/** The time left until a moment, which counts down by itself. */
export const CountdownText = ({ until, over }: CountdownTextProps) => {
  const inWords = useDateWords()
  const left = () => countdownTo(Date.now(), Date.parse(until))
  // Texts and flags, so that a tick without a change renders nothing.
  const text = useSyncExternalStore(subscribe, () => left().text)
  const isUrgent = useSyncExternalStore(subscribe, () => left().isUrgent)
  return (
    <time dateTime={until} title={inWords(until, 'moment')} className={isUrgent ? 'overdue' : undefined}>
      {text || over}
    </time>
  )
}
