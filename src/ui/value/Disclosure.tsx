import type { ReactNode } from 'react'
import './disclosure.css'

interface DisclosureProps {
  /** Title of the collapsed content. */
  title: string
  children: ReactNode
}

/** Details of the content above, collapsed by default. */
export const Disclosure = ({ title, children }: DisclosureProps) => (
  <details className="disclosure">
    <summary>{title}</summary>
    {children}
  </details>
)
