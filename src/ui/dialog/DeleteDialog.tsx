import type { ReactNode } from 'react'
import { ActionDialog, type ActionDialogProps } from './ActionDialog'

interface DeleteDialogProps {
  title: ReactNode
  /** Name of the record. */
  name: string
  /** Other affected records, once known. */
  children?: ReactNode
  /** The record is deleted permanently instead of moving to the trash. */
  forGood?: boolean
  /** Rejects with the ApiError of a refused call: the record and the dialog then stay. */
  remove: () => Promise<unknown>
  /** Called after the deletion. */
  done: () => void
  cancel: () => void
  /** Leads to what can be done about a refusal. */
  wayOut?: ActionDialogProps['wayOut']
}

/** Confirmation of a deletion with the texts of the parts (OPD-2, BID-9), and a remark about the trash. */
export const DeleteDialog = ({
  title,
  name,
  children,
  forGood = false,
  remove,
  done,
  cancel,
  wayOut,
}: DeleteDialogProps) => (
  <ActionDialog
    title={title}
    confirmLabel="Delete"
    danger
    act={remove}
    close={cancel}
    done={done}
    wayOut={wayOut}
  >
    <p>
      <span>Are you sure?</span> <span>You won&apos;t be able to revert this.</span>
    </p>
    {!forGood && <p className="quiet">It can be restored from the trash until the team empties it.</p>}
    <p className="dialog-record">
      <strong>{name}</strong> {children}
    </p>
  </ActionDialog>
)
