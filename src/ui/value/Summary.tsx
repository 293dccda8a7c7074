import type { ReactNode } from 'react'
import './summary.css'

/** One of a page's key facts. */
export interface SummaryFact {
  label: string
  value: ReactNode
  /** Secondary text below the value: the time until then. */
  note?: ReactNode
}

interface SummaryProps {
  /** Accessible name: the subject. */
  label: string
  facts: readonly SummaryFact[]
}

/** The key facts at the top of a record's page. */
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
