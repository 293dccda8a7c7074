import { useId, type ReactNode } from 'react'
import './field.css'

interface FixedFieldProps {
  label: string
  /** What it holds, in words. */
  children: ReactNode
}

/** Stands among the fields of a form and cannot be changed there. */
export const FixedField = ({ label, children }: FixedFieldProps) => {
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="field-label">
        {label}
      </span>
      <span className="field-fixed">{children}</span>
    </div>
  )
}
