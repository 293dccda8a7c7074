import { useEffect, useState } from 'react'
import { dueFrom } from './due'
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

/** The number of days until a day or a moment, or since when it is overdue. */
export const DueText = ({ value }: { value: string }) => {
  const { text, isOverdue } = dueFrom(useNow(), value)
  return <span className={isOverdue ? 'overdue' : undefined}>{text}</span>
}
