import type { ResourceName } from '../../../src/contract'
import type { ChangeAction } from '../../../src/contract/events'
import type { Write } from '../context'
import type { ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'

/**
 * Notes what a write does to a record, so that open pages are told once it is committed.
 * @param id null: several records, of which none is named.
 * @param record the record as it is then, or as it was before it has been deleted.
 * @param owner whose record it is, where its owner alone may see it.
 */
export function noteChange(
  write: Write,
  { contract, owner: ownerColumn, personal }: ServerResource,
  action: ChangeAction,
  id: number | null,
  record: ApiRecord = {},
  owner = write.owner ?? write.actor,
): void {
  const { version } = record
  write.latest = { resource: contract.name, id, record }
  write.notices.push({
    kind: 'change',
    change: {
      resource: contract.name as ResourceName,
      id,
      action,
      version: typeof version === 'number' ? version : null,
    },
    owner: ownerColumn === null && !personal ? null : owner,
  })
}
