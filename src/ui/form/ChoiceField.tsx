import Select from 'antd/es/select'
import { useField } from 'formik'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './choice-field.css'

/** One entry of a list to choose from. */
export interface Option<V extends string | number> {
  value: V
  label: string
}

interface ChoiceFieldProps<V extends string | number> extends FieldProps {
  options: readonly Option<V>[]
  placeholder?: string
}

interface ChoicesFieldProps<V extends string | number> extends ChoiceFieldProps<V> {
  /** What is chosen most often: a button of its own for each, below the list. */
  common?: readonly V[]
}

interface SharedProps<V extends string | number> extends ChoicesFieldProps<V> {
  several?: boolean
}

interface CommonChoicesProps<V extends string | number> {
  label: string
  options: readonly Option<V>[]
  chosen: readonly V[]
  choose: (chosen: V[]) => void
}

const CommonChoices = <V extends string | number>({
  label,
  options,
  chosen,
  choose,
}: CommonChoicesProps<V>) => (
  <div className="common-choices" role="group" aria-label={`${label}, common choices`}>
    {options.map(({ value, label: text }) => {
      const isChosen = chosen.includes(value)
      return (
        <button
          key={value}
          type="button"
          aria-pressed={isChosen}
          onClick={() => choose(isChosen ? chosen.filter((other) => other !== value) : [...chosen, value])}
        >
          {text}
        </button>
      )
    })}
  </div>
)

/** Several values stand in the order of the list, however they were chosen. */
const inOrder = <V extends string | number>(options: readonly Option<V>[], chosen: readonly V[]) => {
  const place = new Map(options.map(({ value }, index) => [value, index]))
  return chosen.toSorted((a, b) => (place.get(a) ?? options.length) - (place.get(b) ?? options.length))
}

/** Typing narrows the list; nothing but its entries can be chosen. */
const PickField = <V extends string | number>({
  options,
  placeholder = 'Select…',
  several = false,
  common = [],
  ...frame
}: SharedProps<V>) => {
  const [{ value }, , { setValue }] = useField<V | V[] | null>(frame.name)
  const choose = (chosen: V | V[] | null | undefined) =>
    void setValue(Array.isArray(chosen) ? inOrder(options, chosen) : (chosen ?? (several ? [] : null)))
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <>
          <Select<V | V[] | null>
            {...input}
            {...(several && { mode: 'multiple' as const })}
            allowClear={!frame.required || several}
            showSearch={{ optionFilterProp: 'label' }}
            options={[...options]}
            placeholder={placeholder}
            status={input['aria-invalid'] ? 'error' : ''}
            value={value}
            onChange={choose}
          />
          {common.length > 0 && Array.isArray(value) && (
            <CommonChoices
              label={frame.label}
              options={options.filter((option) => common.includes(option.value))}
              chosen={value}
              choose={choose}
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** One of a closed list. */
export const ChoiceField = <V extends string | number>(props: ChoiceFieldProps<V>) => <PickField {...props} />

/** Several of a closed list. */
export const ChoicesField = <V extends string | number>(props: ChoicesFieldProps<V>) => (
  <PickField {...props} several />
)
