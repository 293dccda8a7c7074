import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'

interface DeleteFileProps {
  file: Row<'files'>
  remove: () => Promise<unknown>
  close: () => void
}

/** Confirmation of a stored file's deletion. */
export const DeleteFile = ({ file: { filename }, remove, close }: DeleteFileProps) => (
  <DeleteDialog title="Delete File" name={filename} remove={remove} done={close} cancel={close} />
)
