import type { ReactNode } from 'react'
import { PageProvider } from '../ui/page/pageState'
import { ErrorBoundary } from './ErrorBoundary'

/** Providers that stay mounted for the whole visit, with and without the store. */
export const Around = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary>
    <PageProvider>{children}</PageProvider>
  </ErrorBoundary>
)
