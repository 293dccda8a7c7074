import type { ReactNode } from 'react'
import { PageProvider } from '../ui/page/pageState'
import { ErrorBoundary } from './ErrorBoundary'

/** What stays for the whole visit, with the store and before it. */
export const Around = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary>
    <PageProvider>{children}</PageProvider>
  </ErrorBoundary>
)
