import { useEffect, useState } from 'react'
import { dueFrom } from './due'
import './due-text.css'

/** Milliseconds after which what is said is looked at again: a page stays open over many days. */
const pace = 60_000

const useNow = () => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), pace)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How many days are left until a day or a moment, or since when it is overdue. */
export const DueText = ({ value }: { value: string }) => {
  const { text, isOverdue } = dueFrom(useNow(), value)
  return <span className={isOverdue ? 'overdue' : undefined}>{text}</span>
}
