import { useField } from 'formik'
import { RadioGroup } from '../antd/RadioGroup'
import type { Key } from './PickList'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface RadioFieldProps<V extends Key | boolean> extends FieldProps {
  options: readonly { value: V; label: string }[]
}

/** One of a few, all in sight. */
export const RadioField = <V extends Key | boolean>({ options, ...frame }: RadioFieldProps<V>) => {
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
          onChange={({ target }) => void setValue(target.value as V)}
        />
      )}
    </FieldFrame>
  )
}
