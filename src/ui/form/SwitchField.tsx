import { useField } from 'formik'
import { useId } from 'react'
import { Switch } from '../antd/Switch'

interface SwitchFieldProps {
  name: string
  label: string
  /** Called with the choice instead of setting the form's value, where it changes more than this value. */
  choose?: (isOn: boolean) => void
}

/** A switch; its label is beside it. */
export const SwitchField = ({ name, label, choose }: SwitchFieldProps) => {
  const id = useId()
  const [{ value }, , { setValue }] = useField<boolean | null>(name)
  return (
    <div className="line">
      <Switch
        id={id}
        size="small"
        checked={value === true}
        onChange={(isOn) => {
          if (choose) choose(isOn)
          else void setValue(isOn)
        }}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
