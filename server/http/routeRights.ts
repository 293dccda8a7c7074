/** The rights that each route needs beside a session (ROLE-2). */
import { contract, type ResourceName } from '../../src/contract'
import { serviceTokensPath } from '../../src/contract/apiTokens'
import { auditPath } from '../../src/contract/audit'
import { profileFetchesPath } from '../../src/contract/contacts'
import { connectionsPath } from '../../src/contract/connections'
import { importKinds, importsPath } from '../../src/contract/imports'
import { notificationsPath } from '../../src/contract/notifications'
import { rightsToChange } from '../../src/contract/policy'
import { requiredFactors } from '../../src/contract/requiredFactors'
import type { Right } from '../../src/contract/roles'
import { currentUserPath, sessionsPath } from '../../src/contract/session'
import { supportRequest } from '../../src/contract/support'
import { viewChoicesPath } from '../../src/contract/viewChoices'
import { webhooksPath } from '../../src/contract/webhooks'
import { fits, isExport, isReading, longestFitting } from './routePaths'

/** Paths with what is below them that need a right even where they only read. */
const areas: Readonly<Record<string, Right>> = {
  [connectionsPath]: 'installation',
  [webhooksPath]: 'installation',
  [auditPath]: 'installation',
  [serviceTokensPath]: 'users',
  [requiredFactors.path]: 'users',
}

/**
 * Paths with what is below them whose writes change nothing but what is one's own. The handler of users tells one's own account
 * from those of others.
 */
const own: readonly string[] = [
  sessionsPath,
  currentUserPath,
  contract.users.path,
  contract.profiles.path,
  contract.views.path,
  contract.messageTemplates.path,
  contract.messages.path,
  viewChoicesPath,
  notificationsPath,
  supportRequest.path,
]

const imports: readonly string[] = [importsPath, ...Object.values(importKinds).map(({ path }) => path)]

/** Paths below which a GET stores something. */
const writing: readonly string[] = [profileFetchesPath]

/** The rights to delete shared records that no trash keeps, by their paths: that is for good. */
const unkept: ReadonlyMap<string, readonly Right[]> = new Map(
  Object.values(contract).flatMap(
    ({ name, path }: { name: ResourceName; path: string }): [string, readonly Right[]][] => {
      const rights = rightsToChange(name, 'remove')
      return rights.includes('bulk_delete') ? [[`${path}:id/`, rights]] : []
    },
  ),
)

/** Below a record: whether one follows it oneself. */
const followPattern = /\/:\w+\/follow\/?$/

/** What deletes for good: below a trash, and of a contact with all that is known of it. */
const purgePattern = /\/trash\/:\w+\/?$|\/:\w+\/erase\/?$/

/** All that is known of a contact, as a file. */
const personalDataPattern = /\/:\w+\/personal-data\/?$/

/**
 * The rights that a route needs. One that writes needs `write`, unless it stands in the list of what is one's own: a new route
 * is refused to those who only read until it is named there.
 * @param path as it is registered, such as `/api/mpg/tags/:id/`.
 */
export function rightsOf(method: string, path: string): readonly Right[] {
  const area = longestFitting(Object.keys(areas), path)
  const ofArea = area === undefined ? [] : [areas[area]].filter((right) => right !== undefined)
  if (isExport(path) || personalDataPattern.test(path)) return [...ofArea, 'export']
  const reads = isReading(method) && longestFitting(writing, path) === undefined
  if (reads || ofArea.length > 0) return ofArea
  if (purgePattern.test(path)) return ['write', 'bulk_delete']
  if (followPattern.test(path) || longestFitting(own, path) !== undefined) return []
  if (fits(path, contract.sourceNames.path)) return rightsToChange('sourceNames', 'change')
  const forGood = method === 'DELETE' ? unkept.get(path) : undefined
  if (forGood) return forGood
  return longestFitting(imports, path) === undefined ? ['write'] : ['write', 'import']
}
