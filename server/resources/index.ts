import type { ResourceName } from '../../src/contract'
import type { ServerResource } from '../kit/resource'
import { contentTypes } from './contentTypes'
import { opportunities } from './opportunities'
import { organizations } from './organizations'
import { profiles } from './profiles'
import { states } from './states'
import { tags } from './tags'
import { users } from './users'

/** How the server keeps each resource of the contract. */
export const resources: Readonly<Record<ResourceName, ServerResource>> = {
  users,
  profiles,
  tags,
  states,
  contentTypes,
  organizations,
  opportunities,
}
