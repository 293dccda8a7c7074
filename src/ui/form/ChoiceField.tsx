import Select from 'antd/es/select'
import { useField } from 'formik'
import { FieldFrame, type FieldProps } from './FieldFrame'

/** One entry of a list to choose from. */
export interface Option<V extends string | number> {
  value: V
  label: string
}

interface ChoiceFieldProps<V extends string | number> extends FieldProps {
  options: readonly Option<V>[]
  placeholder?: string
}

interface SharedProps<V extends string | number> extends ChoiceFieldProps<V> {
  several?: boolean
}

/** Typing narrows the list; nothing but its entries can be chosen. */
const PickField = <V extends string | number>({
  options,
  placeholder = 'Select…',
  several = false,
  ...frame
}: SharedProps<V>) => {
  const [{ value }, , { setValue }] = useField<V | V[] | null>(frame.name)
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <Select<V | V[] | null>
          {...input}
          {...(several && { mode: 'multiple' as const })}
          allowClear={!frame.required || several}
          showSearch={{ optionFilterProp: 'label' }}
          options={[...options]}
          placeholder={placeholder}
          status={input['aria-invalid'] ? 'error' : ''}
          value={value}
          onChange={(chosen) => void setValue(chosen ?? (several ? [] : null))}
        />
      )}
    </FieldFrame>
  )
}

/** One of a closed list. */
export const ChoiceField = <V extends string | number>(props: ChoiceFieldProps<V>) => <PickField {...props} />

/** Several of a closed list. */
export const ChoicesField = <V extends string | number>(props: ChoiceFieldProps<V>) => (
  <PickField {...props} several />
)
