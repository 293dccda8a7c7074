import { useEffect, useState } from 'react'

/** Milliseconds of the debounce (part 2 §9). */
const usualPause = 500

/** A debounced value. */
export const useSettled = <V>(value: V, pause = usualPause): V => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
