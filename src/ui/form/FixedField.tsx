import { useId, type ReactNode } from 'react'
import './field.css'

interface FixedFieldProps {
  label: string
  /** The value as text. */
  children: ReactNode
}

/** A read-only field among a form's inputs. */
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
