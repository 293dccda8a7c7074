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
  const count = selectedCount(selected)
  const records = counted(count, one, several)
  const isOne = count === 1
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
            <strong>{records}</strong> {isOne ? 'goes' : 'go'} to the trash, with what belongs to{' '}
            {isOne ? 'it' : 'them'}.
          </p>
          <p className="quiet">
            {isOne
              ? `It can be restored: by its notice until you close it, for ${bulkDays} days at most, and from the trash until the team empties it.`
              : `They can be restored: all at once by their notice until you close it, for ${bulkDays} days at most, and from the trash until the team empties it.`}
          </p>
        </>
      ) : (
        <p>
          <strong>{records}</strong> {isOne ? 'comes' : 'come'} back from the trash, with what went there with{' '}
          {isOne ? 'it' : 'them'}.
        </p>
      )}
    </ActionDialog>
  )
}
