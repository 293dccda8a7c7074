import { useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { lazyDialog } from '../dialog/lazyDialog'

export interface RowDialogs<R> {
  /** Creates a record, or edits the given one. */
  Edit: ComponentType<{ row?: R; close: () => void }>
  /** `done` is called after the deletion; by default it closes the dialog. */
  Delete: ComponentType<{ row: R; close: () => void; done?: () => void }>
}

type Open<R> = { dialog: 'create' } | { dialog: 'edit' | 'delete'; row: R }

/** Dialogs of a list for its rows, one open at a time. */
export const useRowDialogs = <R,>({ Edit, Delete }: RowDialogs<R>) => {
  const [open, setOpen] = useState<Open<R> | null>(null)
  const actions = useMemo(
    () => ({
      create: () => setOpen({ dialog: 'create' }),
      edit: (row: R) => setOpen({ dialog: 'edit', row }),
      remove: (row: R) => setOpen({ dialog: 'delete', row }),
    }),
    [],
  )
  const close = () => setOpen(null)
  const dialog: ReactNode = (
    <>
      {open?.dialog === 'create' && <Edit close={close} />}
      {open?.dialog === 'edit' && <Edit row={open.row} close={close} />}
      {open?.dialog === 'delete' && <Delete row={open.row} close={close} />}
    </>
  )
  return { ...actions, dialog }
}

/** Lazily loaded dialogs, imported when the first of them opens. */
export const lazyDialogs = <R,>(load: () => Promise<RowDialogs<R>>): RowDialogs<R> => ({
  Edit: lazyDialog(async () => (await load()).Edit),
  Delete: lazyDialog(async () => (await load()).Delete),
})
