import { useId, useState, type ReactNode } from 'react'
import './description-list.css'

/** One fact of a record. */
export interface Described {
  label: string
  /** What is empty shows as a dash. */
  value: ReactNode
  /** It shows even where it is empty. */
  always?: boolean
}

interface DescriptionListProps {
  title: string
  facts: readonly Described[]
  /** For what is seldom looked at. */
  quiet?: boolean
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === false || value === ''

/** What is known of one record, in two columns where there is room; what is empty is folded unless it always shows. */
export const DescriptionList = ({ title, facts, quiet = false }: DescriptionListProps) => {
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
