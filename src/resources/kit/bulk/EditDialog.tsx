import { useFormikContext } from 'formik'
import { useMemo, useState } from 'react'
import { array, mixed, type ObjectSchema, type Schema } from 'yup'
import { contract, fieldOf, type ResourceName } from '../../../contract'
import { alongOf, type BulkList } from '../../../contract/bulkChanges'
import { isMultiValued, type Field, type Fields, type Resource } from '../../../contract/fields'
import { problems } from '../../../contract/problems'
import { FormDialog } from '../../../ui/form/FormDialog'
import { RadioField } from '../../../ui/form/RadioField'
import { isGiven, schemaOf } from '../../../ui/form/schemaOf'
import { SwitchField } from '../../../ui/form/SwitchField'
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

/** Whether the field is to be emptied: chosen by itself, since an empty input may be an oversight. */
const emptyName = (name: string) => `bulk-empty-${name}`
const canBeEmptied = (field: Field) => field.kind !== 'many' && !field.required && !('default' in field)

/** The value that the records get. */
const valueIn = (list: BulkList, name: string, values: Values): unknown => {
  if (!values[emptyName(name)]) return trimmed(values[name])
  return isMultiValued(fieldOf(list, name)) ? [] : null
}

/** The fields that go along with any option of one. */
const alongAny = (list: BulkList, name: string): readonly string[] => {
  const { bulkAlong = {} }: Resource = contract[list]
  return Object.values(bulkAlong[name] ?? {}).flatMap(({ needed, optional }) => [...needed, ...optional])
}

/** The rules of a field and of those along with it; of these only while its value has them. */
const rulesOf = (list: BulkList, name: string) => {
  const names = alongAny(list, name)
  const empty = emptyName(name)
  const rules = schemaOf<Fields, string>(contract[list], [name, ...names])
  if (fieldOf(list, name).kind === 'many') return rules.shape({ [name]: array().min(1, problems.required) })
  const along = names.map((one) => [
    one,
    (rules.fields[one] as Schema).when([name, empty], ([value, isEmptied]: unknown[], schema) => {
      const { needed, optional } = alongOf(list, name, isEmptied ? null : value)
      if (needed.includes(one)) return mixed().required(problems.required)
      return optional.includes(one) ? schema : mixed().nullable()
    }),
  ])
  const value = (rules.fields[name] as Schema).when(empty, ([isEmptied]: unknown[], schema) =>
    isEmptied ? mixed().nullable() : schema.test('given', problems.required, isGiven),
  )
  return rules.shape({ [empty]: mixed(), ...Object.fromEntries([[name, value], ...along]) })
}

/** Their values: those of the fields that go along with the chosen value. */
const alongIn = (list: BulkList, name: string, values: Values) => {
  const { needed, optional } = alongOf(list, name, valueIn(list, name, values))
  return Object.fromEntries([...needed, ...optional].map((one) => [one, trimmed(values[one])]))
}

/** The input of the value, the choice of none, and the inputs of the fields that go along with the value. */
const ValueInputs = ({ of, list, name }: Pick<EditDialogProps, 'of' | 'list'> & { name: string }) => {
  const { values } = useFormikContext<Values>()
  const { needed, optional } = alongOf(list, name, valueIn(list, name, values))
  const canEmpty = canBeEmptied(fieldOf(list, name))
  return (
    <>
      {!values[emptyName(name)] && <FieldInput key={name} of={of} name={name as never} />}
      {canEmpty && <SwitchField key={emptyName(name)} name={emptyName(name)} label="Empty the field" />}
      {[...needed, ...optional].map((one) => (
        <FieldInput key={one} of={of} name={one as never} required={needed.includes(one)} />
      ))}
    </>
  )
}

/** Changes one field of the selected records, by the input and the rules that their form has for it, and those along with it (BULK-6). */
export const EditDialog = ({ of, fixed, close, ...selected }: EditDialogProps) => {
  const { list } = selected
  const begin = useBulkBegin(selected)
  const resource: Resource = contract[list]
  const names: readonly string[] = contract[list].bulk
  const [name, setName] = useState(fixed ?? names[0] ?? '')
  const isMany = fieldOf(list, name).kind === 'many'
  const labelOf = (one: string) => fieldMetaOf(of, one as never).label
  const initialValues = useMemo(
    (): Values => ({
      ...valuesOf<Fields, string>(resource, [...names, ...names.flatMap((one) => alongAny(list, one))]),
      ...Object.fromEntries(names.map((one) => [emptyName(one), false])),
      [modeName]: 'add',
    }),
    [list, resource, names],
  )
  const schema = useMemo(() => rulesOf(list, name) as ObjectSchema<Values>, [list, name])
  const [one, several] = viewOf(list)?.noun ?? ['record', 'records']
  const records = counted(selectedCount(selected), one, several)
  return (
    <FormDialog<Values>
      title={fixed === null ? `Edit ${records}` : `${labelOf(fixed)} of ${records}`}
      saveLabel="Change"
      initialValues={initialValues}
      schema={schema}
      submit={(values) =>
        begin(
          isMany ? (values[modeName] as 'add' | 'remove') : 'set',
          name,
          valueIn(list, name, values),
          alongIn(list, name, values),
        )
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
      <ValueInputs of={of} list={list} name={name} />
    </FormDialog>
  )
}
