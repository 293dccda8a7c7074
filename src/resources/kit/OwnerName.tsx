import { RecordLink } from '../../ui/page/RecordLink'
import { addressPaths } from '../addresses/paths'
import { contactPaths } from '../contacts/paths'
import { opportunityPaths } from '../opportunities/paths'
import { organizationPaths } from '../organizations/paths'

/** The resources with notes and files, by prefix of object_id. */
const owners = {
  opportunity: { title: 'Opportunity', to: opportunityPaths.details },
  organization: { title: 'Organization', to: organizationPaths.details },
  contact: { title: 'Contact', to: contactPaths.details },
  address: { title: 'Address', to: addressPaths.details },
} as const

const isOwner = (kind: string | undefined): kind is keyof typeof owners =>
  kind !== undefined && Object.hasOwn(owners, kind)

/** The record of a note or file by its `object_id`: 'Opportunity 5'; a bare id is a bid's. */
export const OwnerName = ({ objectId }: { objectId: string }) => {
  const [, kind, id = ''] = /^(?:([a-z]+)-)?(\d+)$/.exec(objectId.trim()) ?? []
  if (!isOwner(kind)) return `Bid ${id}`
  const { title, to } = owners[kind]
  const name = `${title} ${id}`
  return (
    <RecordLink to={to(Number(id))} title={name}>
      {name}
    </RecordLink>
  )
}
