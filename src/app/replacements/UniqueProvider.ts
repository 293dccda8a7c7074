import type { ReactNode } from 'react'

/**
 * Lets many tooltips share one window. We have no tooltips of antd's; theirs would bring the positioning of popups along
 * with the frame.
 */
// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function UniqueProvider({ children }: { children?: ReactNode }): ReactNode {
  return children
}
