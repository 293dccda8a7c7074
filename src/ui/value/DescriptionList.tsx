import { useId, useState, type ReactNode } from 'react'
import './description-list.css'

/** One fact of a record. */
export interface Described {
  label: string
  /** Empty values show as a dash. */
  value: ReactNode
  /** Shown even if empty. */
  always?: boolean
}

interface DescriptionListProps {
  title: string
  facts: readonly Described[]
  /** For less important facts. */
  quiet?: boolean
  /** Placeholder for an empty value: what can be added, and where. */
  whenEmpty?: ReactNode
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === false || value === ''

/** The facts of a record, in two columns where they fit; empty ones are collapsed unless always shown. */
export const DescriptionList = ({ title, facts, quiet = false, whenEmpty }: DescriptionListProps) => {
  const id = useId()
  const [showsEmpty, setShowsEmpty] = useState(false)
  const shown = facts.filter(({ value, always }) => showsEmpty || always || !isEmpty(value))
  const canFold = facts.some(({ value, always }) => !always && isEmpty(value))
  return (
    <section className={quiet ? 'description description-quiet' : 'description'} aria-labelledby={id}>
      <div className="description-head">
        <h2 id={id}>{title}</h2>
        {canFold && (
          <button
            type="button"
            className="link-button"
            aria-expanded={showsEmpty}
            aria-controls={`${id}-list`}
            aria-label={`${showsEmpty ? 'Hide empty' : 'Show empty'}: ${title}`}
            onClick={() => setShowsEmpty(!showsEmpty)}
          >
            {showsEmpty ? 'Hide empty' : 'Show empty'}
          </button>
        )}
      </div>
      {shown.length === 0 && whenEmpty && <p className="description-empty">{whenEmpty}</p>}
      <dl id={`${id}-list`} aria-labelledby={id}>
        {shown.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isEmpty(value) ? <span className="quiet">–</span> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
