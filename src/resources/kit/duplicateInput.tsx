import type { ResourceName } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { DuplicateNotice } from './Duplicates'
import { FieldInput, type AskedField } from './FieldInput'
import type { FieldName, RecordFieldMeta } from './fieldMeta'

/**
 * An input of a form with its duplicates below.
 * @param by what they have in common, where it is not the field itself
 */
export const duplicateInput = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K> & AskedField<N>,
  by: string = name,
) =>
  function DuplicateInput({ required }: FieldProps) {
    return (
      <>
        <FieldInput of={of} name={name} {...(required !== undefined && { required })} />
        <DuplicateNotice by={by} />
      </>
    )
  }
