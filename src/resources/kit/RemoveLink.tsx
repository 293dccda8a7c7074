import { ActionDialog } from '../../ui/dialog/ActionDialog'
import type { LinkedRecord } from './links'
import { RecordName } from './RecordName'

interface RemoveLinkProps {
  /** The records that it links. */
  ends: readonly LinkedRecord[]
  /** Rejects with the ApiError of a refused call. */
  remove: () => Promise<unknown>
  close: () => void
}

/** Confirmation before a link is removed; the records at both of its ends stay. */
export const RemoveLink = ({ ends, remove, close }: RemoveLinkProps) => (
  <ActionDialog title="Remove Link" confirmLabel="Remove" danger act={remove} close={close}>
    <p>The link between these two is removed, and both of them stay:</p>
    <ul>
      {ends.map(({ resource, id }) => (
        <li key={resource}>
          <strong>
            <RecordName resource={resource} id={id} />
          </strong>
        </li>
      ))}
    </ul>
    <p className="quiet">It can be restored from the trash until the team empties it.</p>
  </ActionDialog>
)
