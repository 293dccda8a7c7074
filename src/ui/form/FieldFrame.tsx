import type { ReactNode } from 'react'
import { FormItem } from '../antd/FormItem'
import { useFieldId } from './fieldIds'
import { useProblem } from './useProblem'
import './field.css'

/** Props common to all fields. */
export interface FieldProps {
  name: string
  label: string
  required?: boolean | undefined
  /** Below the field: a unit, an example. */
  hint?: ReactNode
}

/** Props that connect an input with its label, hint and error. */
export interface InputProps {
  id: string
  'aria-invalid': boolean
  'aria-required': boolean | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldProps {
  /** The label belongs to a group of inputs. */
  group?: boolean
  children: (input: InputProps) => ReactNode
}

/** The layout of every field: label above, input, hint and error below. */
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
  const labelId = `${id}-label`
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
  const item = (
    <FormItem
      className="field"
      layout="vertical"
      label={group ? <span id={labelId}>{title}</span> : title}
      {...(!group && { htmlFor: id })}
      {...(problem && { validateStatus: 'error' })}
      // Not as `help`, which would announce each problem: the list of them above the form does so.
      extra={(problem ?? hint) !== undefined && below}
    >
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-required': required || undefined,
        'aria-describedby': describedBy || undefined,
      })}
    </FormItem>
  )
  return group ? (
    <div role="group" aria-labelledby={labelId}>
      {item}
    </div>
  ) : (
    item
  )
}
