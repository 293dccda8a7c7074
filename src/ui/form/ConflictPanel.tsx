import { Button } from '../button/Button'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { DateText } from '../value/DateText'
import './conflict-panel.css'

/** A field that somebody else has changed. Empty values show as a dash. */
export interface ConflictLine {
  label: string
  was: ReactNode
  theirs: ReactNode
  /** What has been typed here; undefined where the field has not been touched. */
  mine: ReactNode
}

interface ConflictPanelProps {
  /** Who changed the record last, once that is known. */
  by: string | undefined
  /** It was whoever is signed in here: in another window, or by a save whose answer got lost. */
  isOwn: boolean
  /** The moment of the last change. */
  at: string
  /** How often the record has been changed since it was opened here. */
  times: number
  lines: readonly ConflictLine[]
  /** Takes theirs, and drops what has been typed. */
  reload: () => void
  /** Saves what has been typed on top of theirs. */
  overwrite: () => void
}

const isEmpty = (value: ReactNode) => value === null || value === false || value === ''

const shown = (value: ReactNode) => (isEmpty(value) ? <span className="quiet">–</span> : value)

/** Says that the record that is being edited has been changed elsewhere, by whom, what, and lets choose (OPE-5). */
export const ConflictPanel = ({ by, isOwn, at, times, lines, reload, overwrite }: ConflictPanelProps) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="conflict" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {isOwn ? 'Changed by you meanwhile, elsewhere' : 'Changed by somebody else meanwhile'}
      </h2>
      <p>
        {times > 1 ? `Saved ${times} times since you opened it, last ` : 'Saved since you opened it, '}
        {by !== undefined && (
          <>
            by <strong>{by}</strong>{' '}
          </>
        )}
        on <DateText value={at} format="moment" />. Nothing of yours has been saved yet.
      </p>
      {lines.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">Now</th>
              <th scope="col">You typed</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, was, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-column="Before">
                  <div>{shown(was)}</div>
                </td>
                <td data-column="Now">
                  <div>{shown(theirs)}</div>
                </td>
                <td data-column="You typed">
                  <div>{mine === undefined ? <span className="quiet">not touched</span> : shown(mine)}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>No field of this form is concerned.</p>
      )}
      <p className="quiet">
        Reload takes their values and drops what you typed. Overwrite saves what you typed; fields that you
        have not touched stay theirs.
      </p>
      <div className="conflict-actions">
        <Button onClick={reload}>Reload</Button>
        <Button danger onClick={overwrite}>
          Overwrite
        </Button>
      </div>
    </section>
  )
}
