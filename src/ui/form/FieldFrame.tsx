import type { ReactNode } from 'react'
import { useFieldId } from './fieldIds'
import { useProblem } from './useProblem'
import './field.css'

/** What every field of a form can be told. */
export interface FieldProps {
  name: string
  label: string
  required?: boolean | undefined
  /** Below the field: a unit, an example. */
  hint?: ReactNode
}

/** What the input itself needs, so that its label, its hint and its problem belong to it. */
export interface InputProps {
  id: string
  'aria-invalid': boolean
  'aria-required': boolean | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldProps {
  /** Where the label names a group of inputs rather than one. */
  group?: boolean
  children: (input: InputProps) => ReactNode
}

/** Label above, input, hint and problem below: the frame of every field. */
export const FieldFrame = ({ name, label, required, hint, group = false, children }: FieldFrameProps) => {
  const id = useFieldId(name, label)
  const problem = useProblem(name)
  const describedBy = [problem && `${id}-problem`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  const title = (
    <>
      {label}
      {required && (
        <span className="field-required" aria-hidden>
          {' *'}
        </span>
      )}
    </>
  )
  const input = children({
    id,
    'aria-invalid': problem !== undefined,
    'aria-required': required || undefined,
    'aria-describedby': describedBy || undefined,
  })
  const below = (
    <>
      {problem && (
        <p id={`${id}-problem`} className="problem">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint quiet">
          {hint}
        </p>
      )}
    </>
  )
  return group ? (
    <fieldset className="field">
      <legend>{title}</legend>
      {input}
      {below}
    </fieldset>
  ) : (
    <div className="field">
      <label htmlFor={id}>{title}</label>
      {input}
      {below}
    </div>
  )
}
