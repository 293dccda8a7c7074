import { useEffect, useState } from 'react'
import { dueFrom, type Market } from './due'
import './due-text.css'

/** Milliseconds between updates: a page may stay open for days. */
const pace = 60_000

const useNow = () => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), pace)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface DueTextProps {
  value: string
  /** Counts by the market's day; without it by that of the browser. */
  market?: Market | undefined
}

/** The number of days until a day or a moment, or since when it is overdue. */
export const DueText = ({ value, market }: DueTextProps) => {
  const { text, isOverdue } = dueFrom(useNow(), value, market)
  return <span className={isOverdue ? 'overdue' : undefined}>{text}</span>
}
