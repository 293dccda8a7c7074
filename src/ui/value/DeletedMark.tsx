import { Badge } from './Badge'

interface DeletedMarkProps {
  /** When the record was moved to the trash; null where it is not there. */
  since: string | null | undefined
}

/** Marks the name of a record that is in the trash. */
export const DeletedMark = ({ since }: DeletedMarkProps) =>
  since != null && (
    <>
      {' '}
      <Badge text="deleted" asWritten />
    </>
  )
