import { useField } from 'formik'
import { Checkbox } from '../antd/Checkbox'
import type { Option } from './PickList'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './choice-field.css'

interface CheckboxesFieldProps<V extends string | number> extends FieldProps {
  options: readonly Option<V>[]
  /** Options that stay as they are. */
  fixed?: readonly V[]
}

/** A multiple choice with all options visible. */
export const CheckboxesField = <V extends string | number>({
  options,
  fixed = [],
  ...frame
}: CheckboxesFieldProps<V>) => {
  const [{ value }, , { setValue }] = useField<V[]>(frame.name)
  return (
    <FieldFrame {...frame} group>
      {({ id, 'aria-invalid': invalid, 'aria-describedby': describedBy }) => (
        <div id={id} className="checkboxes row">
          {options.map((option) => (
            <Checkbox
              key={option.value}
              aria-invalid={invalid}
              aria-describedby={describedBy}
              checked={value.includes(option.value)}
              disabled={fixed.includes(option.value)}
              onChange={({ target }) => {
                const chosen = options.filter((each) =>
                  each === option ? target.checked : value.includes(each.value),
                )
                void setValue(chosen.map((each) => each.value))
              }}
            >
              {option.label}
            </Checkbox>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
