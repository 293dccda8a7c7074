import type { ResourceName } from '../../../src/contract'
import type { ChangeAction } from '../../../src/contract/events'
import type { Write } from '../context'
import type { ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'

/**
 * Records a change of a write, so that open pages are notified once it is committed.
 * @param id null: several records, none of which is named.
 * @param record its state then, or before its deletion.
 * @param owner of a private record, the only user who sees it.
 */
export function addChangeNotice(
  write: Write,
  { contract, owner: ownerColumn, sharedBy, personal }: ServerResource,
  action: ChangeAction,
  id: number | null,
  record: ApiRecord = {},
  owner = write.owner ?? write.actor,
): void {
  const { version } = record
  write.notices.push({
    kind: 'change',
    change: {
      resource: contract.name as ResourceName,
      id,
      action,
      version: typeof version === 'number' ? version : null,
    },
    // Those who saw a shared record learn that they no longer do.
    owner: sharedBy !== null || (ownerColumn === null && !personal) ? null : owner,
  })
}
