import { useMemo, useState } from 'react'
import { array, type ObjectSchema } from 'yup'
import { contract, fieldOf, type ResourceName } from '../../../contract'
import type { Fields, Resource } from '../../../contract/fields'
import { problems } from '../../../contract/problems'
import { FormDialog } from '../../../ui/form/FormDialog'
import { RadioField } from '../../../ui/form/RadioField'
import { schemaOf } from '../../../ui/form/schemaOf'
import { trimmed, valuesOf } from '../../../ui/form/values'
import { counted } from '../../../ui/value/numbers'
import { fieldMetaOf, type RecordFieldMeta } from '../fieldMeta'
import { FieldInput } from '../FieldInput'
import { viewOf } from '../resourceView'
import { selectedCount, useBulkBegin, type BulkSelected } from './useBulkBegin'
import './edit-dialog.css'

interface EditDialogProps extends BulkSelected {
  of: RecordFieldMeta<ResourceName, never>
  /** The field, where it is chosen already. */
  fixed: string | null
  close: () => void
}

type Values = Readonly<Record<string, unknown>>

/** Not the name of a field of any resource. */
const modeName = 'bulk-mode'
const modes = [
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
] as const

/** Changes one field of the selected records, by the input and the rules that their form has for it (BULK-6). */
export const EditDialog = ({ of, fixed, close, ...selected }: EditDialogProps) => {
  const { list } = selected
  const begin = useBulkBegin(selected)
  const resource: Resource = contract[list]
  const names: readonly string[] = contract[list].bulk
  const [name, setName] = useState(fixed ?? names[0] ?? '')
  const field = fieldOf(list, name)
  const isMany = field.kind === 'many'
  const labelOf = (one: string) => fieldMetaOf(of, one as never).label
  const initialValues = useMemo(
    (): Values => ({
      ...valuesOf<Fields, string>(resource, names),
      [modeName]: 'add',
    }),
    [resource, names],
  )
  const schema = useMemo(() => {
    const rules = schemaOf<Fields, string>(resource, [name])
    return (
      isMany ? rules.shape({ [name]: array().min(1, problems.required) }) : rules
    ) as ObjectSchema<Values>
  }, [resource, name, isMany])
  const [one, several] = viewOf(list)?.noun ?? ['record', 'records']
  const records = counted(selectedCount(selected), one, several)
  return (
    <FormDialog<Values>
      title={fixed === null ? `Edit ${records}` : `${labelOf(fixed)} of ${records}`}
      saveLabel="Change"
      initialValues={initialValues}
      schema={schema}
      submit={(values) =>
        begin(isMany ? (values[modeName] as 'add' | 'remove') : 'set', name, trimmed(values[name]))
      }
      draft={null}
      close={close}
    >
      {fixed === null && (
        <label className="bulk-field">
          Field
          <select data-first-focus value={name} onChange={({ target }) => setName(target.value)}>
            {names.map((each) => (
              <option key={each} value={each}>
                {labelOf(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      {isMany && (
        <RadioField key={`mode of ${name}`} name={modeName} label="What to do" required options={modes} />
      )}
      <FieldInput key={name} of={of} name={name as never} forMany />
      {!isMany && !field.required && !('default' in field) && (
        <p className="quiet">Without a value, the field is emptied.</p>
      )}
    </FormDialog>
  )
}
