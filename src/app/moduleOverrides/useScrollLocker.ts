import { useLayoutEffect } from 'react'

let locks = 0

const change = (by: number) => {
  locks += by
  document.documentElement.classList.toggle('scroll-locked', locks > 0)
}

/**
 * Prevents scrolling below a dialog or drawer, by a class of the style sheet. Replaces antd's own, which writes a style
 * element without a nonce that the CSP blocks. See scripts/replacedModules.cjs.
 */
// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function useScrollLocker(lock?: boolean): void {
  useLayoutEffect(() => {
    if (!lock) return undefined
    change(1)
    return () => change(-1)
  }, [lock])
}
