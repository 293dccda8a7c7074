/** Enforces the contract's access rules. */
import type { ResourceName, Row } from '../../src/contract'
import {
  auditRefusal,
  connectionsRefusal,
  erasureRefusal,
  fieldRefusal,
  personalDataRefusal,
  purgeRefusal,
  refusalOf,
  rightRefusal,
  webhooksRefusal,
  type Change,
  type Identity,
} from '../../src/contract/policy'
import { rights, type Right } from '../../src/contract/roles'
import type { Caller, Writer } from './context'
import { ApiError } from './errors'

/** Who the rules ask about: null for the system itself, which may do everything. What is not known of a user grants nothing. */
const identityOfWriter = ({
  actor,
  userType = null,
  email = null,
  withheld = rights,
}: Writer): Identity | null => (actor === null ? null : { userId: actor, userType, email, withheld })

/** The caller of a request as the rules see it. */
export const identityOf = ({
  id: userId,
  userType,
  email,
  withheld,
}: Pick<Caller, 'id' | 'userType' | 'withheld' | 'email'>): Identity => ({
  userId,
  userType,
  email,
  withheld,
})

/** @throws ApiError 409, not 403, which would mean that the session has ended. */
function assertNotRefused(text: string | null): void {
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/**
 * Allows a change by the contract's rules; writes of the system are always allowed.
 * @throws ApiError 409
 */
export function assertAllowed<N extends ResourceName>(
  writer: Writer,
  resource: N,
  change: Change,
  record?: Readonly<Partial<Row<N>>>,
): void {
  const who = identityOfWriter(writer)
  if (who) assertNotRefused(refusalOf(who, resource, change, record))
}

/** @throws ApiError 409 for a writer without a right (ROLE-1). */
export function assertRight(writer: Writer, right: Right): void {
  const who = identityOfWriter(writer)
  if (who) assertNotRefused(rightRefusal(who, right))
}

/** @throws ApiError 409 for a caller without a right. */
export const assertCallerHas = (caller: Caller, right: Right): void =>
  assertNotRefused(rightRefusal(caller, right))

/** Whether a writer may change shared records at all. */
export const mayWrite = (writer: Writer): boolean => {
  const who = identityOfWriter(writer)
  return who === null || rightRefusal(who, 'write') === null
}

/** @throws ApiError 409 where a body names a field that the writer may not write. */
export function assertMayWrite(writer: Writer, resource: ResourceName, body: unknown): void {
  const who = identityOfWriter(writer)
  if (who) assertNotRefused(fieldRefusal(who, resource, Object.keys(body ?? {})))
}

/** @throws ApiError 409 where the writer may not delete records in the trash for good. */
export function assertMayPurge(writer: Writer): void {
  const who = identityOfWriter(writer)
  if (who) assertNotRefused(purgeRefusal(who))
}

/** @throws ApiError 409 for a caller who may not export all that is known of a contact. */
export const assertMayExportPersonalData = (caller: Caller): void =>
  assertNotRefused(personalDataRefusal(identityOf(caller)))

/** @throws ApiError 409 for a caller who may not erase a contact. */
export const assertMayErase = (caller: Caller): void => assertNotRefused(erasureRefusal(identityOf(caller)))

/** @throws ApiError 409 for a caller who may not see and change webhooks. */
export const assertMayHook = (caller: Caller): void => assertNotRefused(webhooksRefusal(identityOf(caller)))

/** Whether a webhook may go on telling what this user sees. */
export const mayHook = (writer: Writer): boolean => {
  const who = identityOfWriter(writer)
  return who === null || webhooksRefusal(who) === null
}

/** @throws ApiError 409 for a caller who may not read the audit. */
export const assertMayAudit = (caller: Caller): void => assertNotRefused(auditRefusal(identityOf(caller)))

/** @throws ApiError 409 for a caller who may not see the connections. */
export const assertMayConnect = (caller: Caller): void =>
  assertNotRefused(connectionsRefusal(identityOf(caller)))
