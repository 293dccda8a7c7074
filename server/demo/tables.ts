import type { ServerResource } from '../kit/resource'
import { resources } from '../resources'
import { accountCount, profileAt, userAt } from './accounts'
import { opportunityAt } from './opportunities'
import { organizationAt } from './organizations'
import { sizeOf } from './sizes'
import { tagAt, tagCount } from './tags'
import type { World } from './world'

/** A table of the demo data. */
export interface DemoTable {
  resource: ServerResource
  /** How many rows go with a number of opportunities. Without any, there are the accounts alone. */
  size: (opportunities: number) => number
  /** The record at an index, relations to many as ids; its own id is the index + 1. */
  rowAt: (world: World, index: number) => Readonly<Record<string, unknown>>
}

/** Each table after those that it refers to. A later one joins here, and changes no row of the others. */
export const demoTables: readonly DemoTable[] = [
  { resource: resources.profiles, size: () => accountCount, rowAt: profileAt },
  { resource: resources.users, size: () => accountCount, rowAt: userAt },
  { resource: resources.tags, size: (opportunities) => (opportunities > 0 ? tagCount : 0), rowAt: tagAt },
  {
    resource: resources.organizations,
    size: (opportunities) => sizeOf('organizations', opportunities),
    rowAt: organizationAt,
  },
  { resource: resources.opportunities, size: (opportunities) => opportunities, rowAt: opportunityAt },
]
