import { Button } from '../../ui/button/Button'
import { useRestoreMutation } from '../../api/restoreApi'
import type { RecordKey } from '../../store/toasts'

interface RestoreButtonProps {
  of: RecordKey
  /** What the record is called, for screen readers. */
  name: string
}

/** Brings a record back, with all that went to the trash with it. */
export const RestoreButton = ({ of, name }: RestoreButtonProps) => {
  const [restore, { isLoading }] = useRestoreMutation()
  return (
    <Button size="small" loading={isLoading} aria-label={`Restore ${name}`} onClick={() => void restore(of)}>
      Restore
    </Button>
  )
}
