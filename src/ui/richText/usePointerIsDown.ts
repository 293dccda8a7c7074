import { useEffect, useRef } from 'react'

/** Returns a function that tells whether a mouse button, finger or pen is down. */
export const usePointerIsDown = () => {
  const isDown = useRef(false)
  useEffect(() => {
    const told = ({ type }: Event) => {
      isDown.current = type === 'pointerdown'
    }
    const types = ['pointerdown', 'pointerup', 'pointercancel'] as const
    for (const type of types) document.addEventListener(type, told, { capture: true })
    return () => {
      for (const type of types) document.removeEventListener(type, told, { capture: true })
    }
  }, [])
  return isDown
}
