import type { ReactNode } from 'react'
import type { ResourceName } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { fieldMetaOf, type FieldName, type RecordFieldMeta } from './fieldMeta'
import { FieldInput, frameOf, type AskedField } from './FieldInput'

interface FieldsProps<N extends ResourceName, K extends FieldName<N>> {
  of: RecordFieldMeta<N, K>
  /** The fields, in order. */
  names: readonly (NoInfer<K> & AskedField<N>)[]
  /** Fields required in this form although optional in the contract. */
  required?: readonly NoInfer<K>[]
  /** Custom inputs of this form. */
  inputs?: { readonly [Name in NoInfer<K>]?: (frame: FieldProps) => ReactNode }
}

/** The inputs of some fields, two per row where they fit. */
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
        <div key={name} className={fieldMetaOf(of, name).wide ? 'field-whole' : ''}>
          {ask ? ask(frameOf(asked)) : <FieldInput {...asked} />}
        </div>
      )
    })}
  </div>
)
