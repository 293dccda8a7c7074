import { useEffect, useState } from 'react'

/** The value as it was once it had stood still for so many milliseconds. */
export const useDebounced = <V>(value: V, ms: number): V => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
