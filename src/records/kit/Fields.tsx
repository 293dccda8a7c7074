import type { ReactNode } from 'react'
import type { ResourceName } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { faceOf, type FieldName, type RecordFaces } from './face'
import { FieldInput, frameOf } from './FieldInput'

interface FieldsProps<N extends ResourceName, K extends FieldName<N>> {
  of: RecordFaces<N, K>
  /** The fields, in order. */
  names: readonly NoInfer<K>[]
  /** Those that this form asks for although the contract leaves them open. */
  required?: readonly NoInfer<K>[]
  /** Inputs of this form's own, for fields whose kind does not say enough. */
  inputs?: { readonly [Name in NoInfer<K>]?: (frame: FieldProps) => ReactNode }
}

/** Some fields of a record, two beside each other where there is room. */
export const Fields = <N extends ResourceName, K extends FieldName<N>>({
  of,
  names,
  required = [],
  inputs = {},
}: FieldsProps<N, K>) => (
  <div className="field-grid">
    {names.map((name) => {
      const ask = inputs[name] as ((frame: FieldProps) => ReactNode) | undefined
      const asked = { of, name, ...(required.includes(name) && { required: true }) }
      return (
        <div key={name} className={faceOf(of, name).wide ? 'field-whole' : ''}>
          {ask ? ask(frameOf(asked)) : <FieldInput {...asked} />}
        </div>
      )
    })}
  </div>
)
