import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The heading of a section of the page, focused where the address means that section.
 * @param path of the section: '/account#display'
 */
export const useMeantHeading = (path: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  const isMeant = hash !== '' && path.endsWith(hash)
  // By the key, a second choice of the menu entry leads there again.
  useEffect(() => {
    if (!isMeant) return
    // The heading of a page that opens takes the focus in a frame, too, which was asked for before this one.
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isMeant, key])
  return heading
}
