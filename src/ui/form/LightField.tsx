import { useField, useFormikContext } from 'formik'
import type { InputHTMLAttributes } from 'react'
import './light-field.css'

interface LightFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'> {
  name: string
  label: string
}

/** A native text field of a Formik form, for pages that must stay light. Its error shows after the first submit. */
export const LightField = ({ name, label, ...input }: LightFieldProps) => {
  const [field, { error }] = useField<string>(name)
  const { submitCount } = useFormikContext()
  const problem = submitCount > 0 ? error : undefined
  const problemId = `${name}-problem`
  return (
    <div className="light-field">
      <label htmlFor={name}>{label}</label>
      <input
        {...input}
        {...field}
        className="native-input"
        id={name}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && problemId}
      />
      {problem && (
        <p id={problemId} className="problem">
          {problem}
        </p>
      )}
    </div>
  )
}
