import { Button } from '../../ui/antd/Button'
import { useRestoreMutation } from '../../api/restoreApi'
import type { RecordKey } from '../../store/toasts'
import { IfAllowed } from '../../resources/kit/IfAllowed'

interface RestoreButtonProps {
  of: RecordKey
  /** The record's name, for screen readers. */
  name: string
}

/** Restores a record, with the records that were deleted with it. */
export const RestoreButton = ({ of, name }: RestoreButtonProps) => {
  const [restore, { isLoading }] = useRestoreMutation()
  return (
    <IfAllowed to="remove" of={of.resource}>
      <Button
        size="small"
        loading={isLoading}
        aria-label={`Restore ${name}`}
        onClick={() => void restore(of)}
      >
        Restore
      </Button>
    </IfAllowed>
  )
}
