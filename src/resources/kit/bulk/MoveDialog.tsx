import { bulkDays } from '../../../contract/bulkChanges'
import { ActionDialog } from '../../../ui/dialog/ActionDialog'
import { counted } from '../../../ui/value/numbers'
import { viewOf } from '../resourceView'
import { selectedCount, useBulkBegin, type BulkSelected } from './useBulkBegin'

interface MoveDialogProps extends BulkSelected {
  action: 'delete' | 'restore'
  close: () => void
}

const words = { delete: 'Delete', restore: 'Restore' } as const

/** Confirms that the selected records go to the trash, or come back. */
export const MoveDialog = ({ action, close, ...selected }: MoveDialogProps) => {
  const begin = useBulkBegin(selected)
  const [one, several] = viewOf(selected.list)?.noun ?? ['record', 'records']
  const records = counted(selectedCount(selected), one, several)
  return (
    <ActionDialog
      title={`${words[action]} ${records}`}
      confirmLabel={words[action]}
      danger={action === 'delete'}
      act={() => begin(action)}
      close={close}
    >
      {action === 'delete' ? (
        <>
          <p>
            <strong>{records}</strong> {selectedCount(selected) === 1 ? 'goes' : 'go'} to the trash, with what
            belongs to them.
          </p>
          <p className="quiet">
            They can be restored: all at once for {bulkDays} days, and from the trash until the team empties
            it.
          </p>
        </>
      ) : (
        <p>
          <strong>{records}</strong> {selectedCount(selected) === 1 ? 'comes' : 'come'} back from the trash,
          with what went there with them.
        </p>
      )}
    </ActionDialog>
  )
}
