import { useField } from 'formik'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { useProblem } from './useProblem'
import './light-field.css'

interface LightFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'> {
  name: string
  label: string
  /** Below the field. */
  hint?: ReactNode
}

/** A native text field of a Formik form, for pages without antd. Its error shows after the first submit. */
export const LightField = ({ name, label, hint, ...input }: LightFieldProps) => {
  const [{ value, onChange }] = useField<string>(name)
  const problem = useProblem(name)
  const problemId = `${name}-problem`
  const hintId = `${name}-hint`
  return (
    <div className="light-field">
      <label htmlFor={name}>{label}</label>
      <input
        {...input}
        name={name}
        value={value}
        onChange={onChange}
        className="native-input"
        id={name}
        aria-invalid={problem !== undefined}
        aria-describedby={[problem && problemId, hint && hintId].filter(Boolean).join(' ') || undefined}
      />
      {problem && (
        <p id={problemId} className="problem">
          {problem}
        </p>
      )}
      {hint && (
        <p id={hintId} className="quiet">
          {hint}
        </p>
      )}
    </div>
  )
}
