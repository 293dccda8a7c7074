import { useRef } from 'react'
import { idIn } from '../../api/kit/mutations'
import { useRightRefusal } from '../../api/kit/hooks'
import { viewsApi } from '../../api/viewsApi'
import { contract, type Row } from '../../contract'
import type { ViewedList } from '../../contract/views'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { FormDialog } from '../../ui/form/FormDialog'
import { schemaOf } from '../../ui/form/schemaOf'
import { SwitchField } from '../../ui/form/SwitchField'
import { TextField } from '../../ui/form/TextField'
import { useRequestKeys } from '../../ui/form/useRequestKeys'
import { valuesOf, type FormValues } from '../../ui/form/values'
import type { ListControl } from '../../ui/list/useListState'
import { useLook } from './look'

const names = ['name', 'is_shared'] as const
const schema = schemaOf(contract.views, names)

type Values = FormValues<typeof contract.views.fields, (typeof names)[number]>

interface ViewDialogProps {
  of: ViewedList
  list: ListControl
  /** The view to rename or share; left out: the list is saved as a new one. */
  view?: Row<'views'>
  close: () => void
}

/** Saves a list as a view, or names and shares one. */
export const ViewDialog = ({ of, list, view, close }: ViewDialogProps) => {
  const [create] = viewsApi.create.useMutation()
  const [change] = viewsApi.change.useMutation()
  const look = useLook(of)
  // What others see takes the right to write.
  const mayShare = useRightRefusal('write') === null
  const keyFor = useRequestKeys()
  const made = useRef<{ view: number; query: string } | null>(null)
  const submit = async ({ name, is_shared }: Values) => {
    const named = { name, is_shared: is_shared === true }
    if (view) {
      await change({ id: view.view_id, version: view.version, body: named }).unwrap()
      return
    }
    const body = { ...named, ...look, list: of, query: list.viewQuery }
    made.current = { view: idIn(await create({ body, key: keyFor(body) }).unwrap()), query: body.query }
  }
  return (
    <FormDialog<Values>
      title={view ? 'Edit View' : 'Save View'}
      initialValues={valuesOf(contract.views, names, view)}
      schema={schema}
      submit={submit}
      close={() => {
        close()
        // Not before: the form holds unsaved input until then.
        if (made.current) list.act({ type: 'viewOpened', ...made.current })
      }}
      draft={null}
    >
      <TextField name="name" label="Name" required />
      {mayShare && <SwitchField name="is_shared" label="Shared with all users" />}
    </FormDialog>
  )
}

/** Deletes a view; the list stays as it is. */
export const DeleteView = ({
  list,
  view,
  close,
}: {
  list: ListControl
  view: Row<'views'>
  close: () => void
}) => {
  const [remove] = viewsApi.remove.useMutation()
  return (
    <DeleteDialog
      title="Delete View"
      name={view.name}
      forGood
      remove={() => remove(view.view_id).unwrap()}
      done={() => {
        list.act({ type: 'viewOpened', view: null, query: list.viewQuery })
        close()
      }}
      cancel={close}
    />
  )
}
