import type { ComponentType } from 'react'
import type { ResourceName } from '../../contract'
import { AddressName } from '../addresses/AddressName'
import { ContactName } from '../contacts/ContactName'
import { OpportunityName } from '../opportunities/OpportunityName'
import { OrganizationName } from '../organizations/OrganizationName'
import { TagBadges } from '../tags/TagBadges'
import { UtilityStateText } from '../utilityStates/UtilityStateText'
import { useRow } from '../../api/kit/hooks'

/** 'Texas' */
export const StateName = ({ id }: { id: number }) => useRow('states', id)?.name

/** The user name of a user. */
export const Username = ({ id }: { id: number }) => useRow('users', id)?.username

type Name = ComponentType<{ id: number }>

/** The name components of the resources that fields refer to. */
const names: Partial<Record<ResourceName, Name>> = {
  addresses: AddressName,
  contacts: ContactName,
  opportunities: OpportunityName,
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

/** The names of the records that a field refers to; the number of a record without a name. */
export const RecordNames = ({ resource, ids }: RecordNamesProps) => {
  const Name = names[resource]
  return ids.map((id, index) => (
    <span key={id} translate="no">
      {index > 0 && ', '}
      {Name ? <Name id={id} /> : `#${id}`}
    </span>
  ))
}
