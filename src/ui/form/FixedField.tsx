import { useId, type ReactNode } from 'react'
import { FormItem } from '../antd/FormItem'
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
    <div role="group" aria-labelledby={id}>
      <FormItem className="field" layout="vertical" label={<span id={id}>{label}</span>}>
        <span className="field-fixed">{children}</span>
      </FormItem>
    </div>
  )
}
