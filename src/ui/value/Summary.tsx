import type { ReactNode } from 'react'
import './summary.css'

/** One of the few things for which a page is opened. */
export interface SummaryFact {
  label: string
  value: ReactNode
  /** Below the value, quieter: how long it is until then. */
  note?: ReactNode
}

interface SummaryProps {
  /** Of what, for screen readers. */
  label: string
  facts: readonly SummaryFact[]
}

/** What one has come for, at the top of a record's page. */
export const Summary = ({ label, facts }: SummaryProps) => (
  <section className="summary" aria-label={label}>
    <dl>
      {facts.map(({ label: name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value ?? <span className="quiet">–</span>}
            {note && <span className="summary-note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
