import { useField } from 'formik'
import { RadioGroup } from '../antd/RadioGroup'
import type { Key } from './PickList'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface RadioFieldProps<V extends Key | boolean> extends FieldProps {
  options: readonly { value: V; label: string }[]
  /** Stores a choice, where more follows from it than the value of the field. */
  choose?: (value: V) => unknown
}

/** A single choice with all options visible. */
export const RadioField = <V extends Key | boolean>({ options, choose, ...frame }: RadioFieldProps<V>) => {
  const [{ value }, , { setValue }] = useField<V | null>(frame.name)
  return (
    <FieldFrame {...frame} group>
      {({ id, ...input }) => (
        <RadioGroup
          {...input}
          id={id}
          name={id}
          options={[...options]}
          value={value}
          onChange={({ target }) => void (choose ?? setValue)(target.value as V)}
        />
      )}
    </FieldFrame>
  )
}
