import { useField } from 'formik'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { ClosedPickList } from './ClosedPickList'
import type { Option } from './PickList'
import './choice-field.css'

interface ChoicesFieldProps<V extends string | number> extends FieldProps {
  options: readonly Option<V>[]
  placeholder?: string
  /** The most common options, each also as a button below the list. */
  common?: readonly V[]
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

/** Sorts several values in the order of the options. */
const inOrder = <V extends string | number>(options: readonly Option<V>[], chosen: readonly V[]) => {
  const place = new Map(options.map(({ value }, index) => [value, index]))
  return chosen.toSorted((a, b) => (place.get(a) ?? options.length) - (place.get(b) ?? options.length))
}

/** Multiple selection from a closed list. Typing filters it; other values are impossible. */
export const ChoicesField = <V extends string | number>({
  options,
  placeholder = 'Select…',
  common = [],
  ...frame
}: ChoicesFieldProps<V>) => {
  const [{ value }, , { setValue }] = useField<V[]>(frame.name)
  const choose = (chosen: V[]) => void setValue(inOrder(options, chosen))
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <>
          <ClosedPickList
            {...input}
            allowClear
            options={options}
            placeholder={placeholder}
            status={input['aria-invalid'] ? 'error' : ''}
            value={value}
            choose={choose}
          />
          {common.length > 0 && (
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
