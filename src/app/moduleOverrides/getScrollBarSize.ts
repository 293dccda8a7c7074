interface BarSize {
  width: number
  height: number
}

/** The size of scroll bars in this browser, in pixels; 0 for overlay scroll bars. */
const measure = (): BarSize => {
  const box = document.createElement('div')
  Object.assign(box.style, {
    position: 'absolute',
    top: '0',
    width: '100px',
    height: '100px',
    overflow: 'scroll',
  })
  document.body.append(box)
  const size = { width: box.offsetWidth - box.clientWidth, height: box.offsetHeight - box.clientHeight }
  box.remove()
  return size
}

/**
 * Replaces antd's own measuring, which writes a style element without a nonce that the CSP blocks. See
 * scripts/replacedModules.cjs.
 */
// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function getScrollBarSize(): number {
  return measure().width
}

export const getTargetScrollBarSize = (target: unknown): BarSize =>
  target instanceof Element ? measure() : { width: 0, height: 0 }
