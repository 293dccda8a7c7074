import type { ReactNode } from 'react'
import './disclosure.css'

interface DisclosureProps {
  /** What is folded. */
  title: string
  children: ReactNode
}

/** What says in full what stands above it already, folded until it is asked for. */
export const Disclosure = ({ title, children }: DisclosureProps) => (
  <details className="disclosure">
    <summary>{title}</summary>
    {children}
  </details>
)
