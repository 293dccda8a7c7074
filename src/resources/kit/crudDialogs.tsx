import type { ComponentType } from 'react'
import type { CrudApi } from '../../api/kit/crudApi'
import { useHiddenFields } from '../../api/kit/hooks'
import {
  contract,
  idOf,
  nameOf,
  type Contract,
  type Input,
  type ResourceName,
  type Row,
} from '../../contract'
import { capitalizedWords } from '../../contract/formats'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import type { RowDialogs } from '../../ui/list/useRowDialogs'
import { newBody, type FormValues } from '../../ui/form/values'
import type { RecordFieldMeta } from './fieldMeta'
import { FieldInput, type AskedField } from './FieldInput'
import { layoutSchema, layoutValues, simpleLayout, type Complete, type Written } from './layout'
import { RecordDialog } from './RecordForm'
import { useRecordForm } from './useRecordForm'

interface CrudDialogs<N extends ResourceName, F extends readonly (Written<N> & AskedField<N>)[]> {
  api: CrudApi<N>
  fieldMeta: RecordFieldMeta<N, F[number]>
  /** The form's fields in order: a missing writable field is a type error. */
  fields: F & Complete<N, F[number]>
  /** Initial values of a new record, where they differ from the defaults. */
  begins?: Partial<Row<N>>
  /** Shows the other affected records in the confirmation of a deletion. */
  Touched?: ComponentType<{ row: Row<N> }>
}

/** The dialogs of a resource without special forms: one creates and edits records, one deletes them. */
export const crudDialogs = <N extends ResourceName, const F extends readonly (Written<N> & AskedField<N>)[]>({
  api,
  fieldMeta,
  fields,
  begins,
  Touched,
}: CrudDialogs<N, F>) => {
  type K = F[number]
  const { resource } = api
  const title = capitalizedWords(contract[resource].title)
  const layout = simpleLayout<N, K>(resource, fields)
  const schema = layoutSchema(layout)
  const valuesFrom = (row: Row<N> | undefined) => layoutValues(layout, row ?? begins)

  const Edit = ({ row, close }: { row?: Row<N>; close: () => void }) => {
    const [create] = api.create.useMutation()
    const [change] = api.change.useMutation()
    const [read] = api.row.useLazyQuery()
    const hidden = useHiddenFields(resource)
    const isShown = (name: string) => !hidden.includes(name)
    const form = useRecordForm<N, FormValues<Contract[N]['fields'], K>>({
      fieldMeta,
      row,
      valuesFrom,
      schema,
      // The form's schema has checked the required fields.
      make: (values, once) => {
        const body = Object.entries(newBody(values)).filter(([name]) => isShown(name))
        return once(create, Object.fromEntries(body) as unknown as Input<N>)
      },
      change,
      readAgain: row && (() => void read(idOf(layout.resource, row))),
    })
    return (
      <RecordDialog form={form} title={`${row ? 'Edit' : 'Create'} ${title}`} close={close}>
        {layout.names.filter(isShown).map((name) => (
          <FieldInput key={name} of={fieldMeta} name={name} />
        ))}
      </RecordDialog>
    )
  }

  const Delete: RowDialogs<Row<N>>['Delete'] = ({ row, close, done = close }) => {
    const [remove] = api.remove.useMutation()
    return (
      <DeleteDialog
        title={`Delete ${title}`}
        name={nameOf(resource, row)}
        remove={() => remove(idOf(resource, row)).unwrap()}
        done={done}
        cancel={close}
      >
        {Touched && <Touched row={row} />}
      </DeleteDialog>
    )
  }

  return { Edit, Delete }
}
