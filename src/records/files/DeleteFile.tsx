import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'

interface DeleteFileProps {
  file: Row<'files'>
  remove: () => Promise<unknown>
  close: () => void
}

/** Asks before a stored file is deleted. */
export const DeleteFile = ({ file: { filename }, remove, close }: DeleteFileProps) => (
  <DeleteDialog title="Delete File" name={filename} remove={remove} done={close} cancel={close} />
)
