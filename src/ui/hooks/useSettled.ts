import { useEffect, useState } from 'react'

/** Milliseconds without a change after which a value counts as settled (part 2 §9). */
const pause = 500

/** A value once it has stayed the same for a moment; before that, the one that did so last. */
export const useSettled = <V>(value: V): V => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
