/** Which routes accept API tokens, and the scope that each needs (TOKEN-2). */
import { contract } from '../../src/contract'
import { apiTokensPath, serviceTokensPath, type TokenScope } from '../../src/contract/apiTokens'
import { auditPath } from '../../src/contract/audit'
import { bulkChangesPath } from '../../src/contract/bulkChanges'
import { chatIdentityPath } from '../../src/contract/chat'
import { connectionsPath } from '../../src/contract/connections'
import { profileFetchesPath } from '../../src/contract/contacts'
import { dayPath } from '../../src/contract/day'
import { changesPath } from '../../src/contract/events'
import { importKinds, importsPath } from '../../src/contract/imports'
import { erasePath, personalDataPath } from '../../src/contract/erasures'
import { eventPath, eventsPath } from '../../src/contract/mail'
import { mergesPath } from '../../src/contract/merges'
import { notificationsPath } from '../../src/contract/notifications'
import { wonReportPath } from '../../src/contract/reports'
import { requiredFactors } from '../../src/contract/requiredFactors'
import { currentUserPath, participantsPath, sessionsPath } from '../../src/contract/session'
import { supportRequest } from '../../src/contract/support'
import { loadProfilePath, usageMonthsPath } from '../../src/contract/usage'
import { viewChoicesPath } from '../../src/contract/viewChoices'
import { webhooksPath } from '../../src/contract/webhooks'
import { fits, isExport, isReading, longestFitting } from './routePaths'

/** 'none': the route accepts sessions only. */
export type RouteScope = TokenScope | 'none'

/** The scope of a route by its method: `read` where it reads, else `write`. */
const byMethod = Symbol('by method')

/**
 * Paths with what is below them; the longest one that fits counts. Sessions, passwords, tokens, the administration of users,
 * and what belongs to a user's browser accept no token. A new path that none of these and no resource of the contract
 * covers fails a test, and accepts no token until it is named here.
 */
const scopes: Readonly<Record<string, RouteScope | typeof byMethod>> = {
  [sessionsPath]: 'none',
  [apiTokensPath]: 'none',
  [serviceTokensPath]: 'none',
  [requiredFactors.path]: 'none',
  [currentUserPath]: 'none',
  [connectionsPath]: 'none',
  [changesPath]: 'none',
  [webhooksPath]: 'none',
  [auditPath]: byMethod,
  [erasePath(':id')]: 'none',
  [personalDataPath(':id')]: 'export',
  [viewChoicesPath]: 'none',
  [chatIdentityPath]: 'none',
  [supportRequest.path]: 'none',
  // The own mail account, and what is sent from it; meetings are records.
  '/nylas/': 'none',
  [eventsPath]: byMethod,
  [eventPath]: byMethod,
  [participantsPath]: byMethod,
  // A GET that stores what it fetches.
  [profileFetchesPath]: 'write',
  [bulkChangesPath]: byMethod,
  [mergesPath]: byMethod,
  [notificationsPath]: byMethod,
  [dayPath]: byMethod,
  [wonReportPath]: byMethod,
  [usageMonthsPath]: byMethod,
  [loadProfilePath]: byMethod,
  [importsPath]: 'import',
  ...Object.fromEntries(Object.values(importKinds).map(({ path }) => [path, 'import'] as const)),
  ...Object.fromEntries(Object.values(contract).map(({ path }) => [path, byMethod])),
}

const paths = Object.keys(scopes)

/**
 * The scope that an API token needs for a route.
 * @param path as it is registered, such as `/api/mpg/tags/:id/`.
 * @returns undefined for a path that nothing is known of.
 */
export function scopeOf(method: string, path: string): RouteScope | undefined {
  const longest = longestFitting(paths, path)
  const scope = longest === undefined ? undefined : scopes[longest]
  if (scope !== byMethod) return scope
  const reads = isReading(method)
  // Users are administered in a session; who they are can be read.
  if (fits(path, contract.users.path) && (!reads || /:id\/./.test(path))) return 'none'
  if (isExport(path)) return 'export'
  return reads ? 'read' : 'write'
}
