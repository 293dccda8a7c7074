import type { ReactNode } from 'react'

/** A part of the panel beside a record. */
export const SidePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="record-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
