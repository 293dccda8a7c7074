import type { ComponentType } from 'react'
import type { ResourceName } from '../../contract'
import { AddressName } from '../addresses/AddressName'
import { ContactName } from '../contacts/ContactName'
import { OrganizationName } from '../organizations/OrganizationName'
import { StateName } from '../states/StateName'
import { TagBadges } from '../tags/TagBadges'
import { Username } from '../users/Username'
import { UtilityStateText } from '../utilityStates/UtilityStateText'

type Name = ComponentType<{ id: number }>

/** What records of other resources are called where a field refers to them. */
const names: Partial<Record<ResourceName, Name>> = {
  addresses: AddressName,
  contacts: ContactName,
  organizations: OrganizationName,
  states: StateName,
  tags: ({ id }) => <TagBadges ids={[id]} />,
  users: Username,
  utilityStates: UtilityStateText,
}

interface RecordNamesProps {
  resource: ResourceName
  ids: readonly number[]
}

/** The records that a field refers to, by what they are called; a number for those that have no name of their own. */
export const RecordNames = ({ resource, ids }: RecordNamesProps) => {
  const Name = names[resource]
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      {Name ? <Name id={id} /> : `#${id}`}
    </span>
  ))
}
