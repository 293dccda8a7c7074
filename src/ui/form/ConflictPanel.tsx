import { Button } from '../antd/Button'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { DateText } from '../value/DateText'
import './conflict-panel.css'

/** Which value of a field changed on both sides is kept. */
export type Side = 'theirs' | 'mine'

/** A field with a concurrent change. Empty values show as a dash. */
export interface ConflictLine {
  name: string
  label: string
  was: ReactNode
  theirs: ReactNode
  /** This form's value; undefined where unchanged here. */
  mine: ReactNode
  /** Changed on both sides, so that a choice is required. */
  isVisible: boolean
}

interface ConflictPanelProps {
  /** The last editor of the record, once known. */
  by: string | undefined
  /** The last change is by the signed-in user: in another window, or by a save whose answer was lost. */
  isOwn: boolean
  /** Time of the last change. */
  at: string
  /** Number of changes since the form was opened. */
  times: number
  lines: readonly ConflictLine[]
  /** By field name; fields without a choice keep this form's value. */
  chosen: Readonly<Record<string, Side>>
  choose: (name: string, side: Side) => void
  /** Takes over the current record and discards this form's values. */
  reload: () => void
  /**
   * Saves this form's values together with the concurrent changes, using the choices for fields changed on both sides.
   */
  save: () => void
}

const isEmpty = (value: ReactNode) => value === null || value === false || value === ''

const shown = (value: ReactNode) => (isEmpty(value) ? <span className="quiet">–</span> : value)

interface ChoiceProps {
  group: string
  label: string
  isChosen: boolean
  choose: () => void
  children: ReactNode
}

const Choice = ({ group, label, isChosen, choose, children }: ChoiceProps) => (
  <label className="conflict-choice">
    <input type="radio" name={group} aria-label={label} checked={isChosen} onChange={choose} />
    <span>{children}</span>
  </label>
)

/** Shows an edit conflict: the last editor, the changes, and a choice for fields changed on both sides (OPE-5, K19). */
export const ConflictPanel = ({
  by,
  isOwn,
  at,
  times,
  lines,
  chosen,
  choose,
  reload,
  save,
}: ConflictPanelProps) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const asked = lines.filter(({ isVisible }) => isVisible)
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
            {lines.map(({ name, label, was, theirs, mine, isVisible }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td data-column="Before">
                  <div>{shown(was)}</div>
                </td>
                <td data-column="Now">
                  {isVisible ? (
                    <Choice
                      group={`${id}-${name}`}
                      label={`Take theirs: ${label}`}
                      isChosen={chosen[name] === 'theirs'}
                      choose={() => choose(name, 'theirs')}
                    >
                      {shown(theirs)}
                    </Choice>
                  ) : (
                    <div>{shown(theirs)}</div>
                  )}
                </td>
                <td data-column="You typed">
                  {isVisible ? (
                    <Choice
                      group={`${id}-${name}`}
                      label={`Keep yours: ${label}`}
                      isChosen={chosen[name] !== 'theirs'}
                      choose={() => choose(name, 'mine')}
                    >
                      {shown(mine)}
                    </Choice>
                  ) : (
                    <div>{mine === undefined ? <span className="quiet">not touched</span> : shown(mine)}</div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>No field of this form is concerned.</p>
      )}
      <p className="quiet">
        {asked.length > 0
          ? 'Both of you changed the fields with two choices: choose which value stands. All other changes, theirs and yours, are kept.'
          : 'Nothing of theirs collides with what you typed: both are kept.'}
      </p>
      <div className="conflict-actions">
        <Button onClick={reload}>Discard mine</Button>
        <Button type="primary" onClick={save}>
          Save merged
        </Button>
      </div>
    </section>
  )
}
