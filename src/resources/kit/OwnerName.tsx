import { contract, type ResourceName } from '../../contract'
import { RecordLink } from '../../ui/page/RecordLink'
import { viewOf } from './resourceView'

/** The resource whose records are called so: 'opportunity'. */
const ownerOf = (kind: string) =>
  (Object.keys(contract) as ResourceName[]).map(viewOf).find((view) => view?.noun[0] === kind)

/** The record of a note or file by its `object_id`: 'Opportunity 5'; a bare id is a bid's. */
export const OwnerName = ({ objectId }: { objectId: string }) => {
  const [, kind = '', id = ''] = /^(?:([a-z]+)-)?(\d+)$/.exec(objectId.trim()) ?? []
  const owner = ownerOf(kind)
  if (!owner?.path) return `Bid ${id}`
  const name = `${contract[owner.resource].title} ${id}`
  return (
    <RecordLink to={owner.path(Number(id))} title={name}>
      {name}
    </RecordLink>
  )
}
