import { Button } from '../../ui/antd/Button'
import { useIsAllowed } from '../../api/kit/hooks'
import { useRestoreMutation } from '../../api/restoreApi'
import { idOf, type ResourceName, type Row } from '../../contract'

interface RestoreButtonProps<N extends ResourceName> {
  resource: N
  row: Row<N>
  /** The record's name, for screen readers. */
  name: string
}

/** Restores a record that the user may delete, with the records that were deleted with it. */
export const RestoreButton = <N extends ResourceName>({ resource, row, name }: RestoreButtonProps<N>) => {
  const [restore, { isLoading }] = useRestoreMutation()
  if (!useIsAllowed(resource, 'remove', row)) return null
  return (
    <Button
      size="small"
      loading={isLoading}
      aria-label={`Restore ${name}`}
      onClick={() => void restore({ resource, id: idOf(resource, row) })}
    >
      Restore
    </Button>
  )
}
