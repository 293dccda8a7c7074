import { useDeferredValue, type ReactNode } from 'react'

/**
 * Deferred: the end of a long page, below the fold, rendered right after the content above it, so that this is painted
 * sooner. Must be last: content below it would shift.
 */
export const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
