import { useCallback, useState, type RefCallback } from 'react'

/** An element's width in CSS pixels, kept up to date; 0 before it is laid out. Set before the first paint. */
export const useWidth = (): [RefCallback<HTMLElement>, number] => {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => setWidth(element.getBoundingClientRect().width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
