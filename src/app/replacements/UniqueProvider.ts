import type { ReactNode } from 'react'

/**
 * In the original, tooltips share one popup. No antd tooltips are used here; the original would add the positioning of
 * popups to the layout's chunk.
 */
// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function UniqueProvider({ children }: { children?: ReactNode }): ReactNode {
  return children
}
