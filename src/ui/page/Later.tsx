import { useDeferredValue, type ReactNode } from 'react'

/**
 * The end of a long page, which most have to scroll to: drawn right after what stands above it, so that this is on the
 * screen sooner. Nothing may stand below, or it would move.
 */
export const Later = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
