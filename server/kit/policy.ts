/** Enforces the contract's access rules. */
import type { ResourceName, Row } from '../../src/contract'
import {
  auditRefusal,
  connectionsRefusal,
  fieldRefusal,
  personalDataRefusal,
  purgeRefusal,
  refusalOf,
  webhooksRefusal,
  type Change,
} from '../../src/contract/policy'
import type { Caller, Writer } from './context'
import { ApiError } from './errors'

/**
 * Allows a change by the contract's rules; writes of the system are always allowed.
 * @throws ApiError 409, not 403, which would mean that the session has ended.
 */
export function assertAllowed<N extends ResourceName>(
  { actor, role = null, email = null }: Writer,
  resource: N,
  change: Change,
  record?: Readonly<Partial<Row<N>>>,
): void {
  if (actor === null) return
  const text = refusalOf({ userId: actor, role, email }, resource, change, record)
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/** @throws ApiError 409 where a body names a field that the writer may not write. */
export function assertMayWrite(
  { actor, role = null, email = null }: Writer,
  resource: ResourceName,
  body: unknown,
): void {
  if (actor === null) return
  const text = fieldRefusal({ userId: actor, role, email }, resource, Object.keys(body ?? {}))
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/** @throws ApiError 409 where the writer may not delete records in the trash for good. */
export function assertMayPurge({ actor, role = null, email = null }: Writer): void {
  if (actor === null) return
  const text = purgeRefusal({ userId: actor, role, email })
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/** @throws ApiError 409 for a caller who may not export all that is known of a contact, or erase one. */
export function assertMayHandlePersonalData({
  id,
  role,
  email,
}: Pick<Caller, 'id' | 'role' | 'email'>): void {
  const text = personalDataRefusal({ userId: id, role, email })
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/** @throws ApiError 409 for a caller who may not see and change webhooks. */
export function assertMayHook({ id, role, email }: Caller): void {
  const text = webhooksRefusal({ userId: id, role, email })
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/** @throws ApiError 409 for a caller who may not read the audit. */
export function assertMayAudit({ id, role, email }: Caller): void {
  const text = auditRefusal({ userId: id, role, email })
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/** @throws ApiError 409 for a caller who may not see the connections. */
export function assertMayConnect({ id, role, email }: Caller): void {
  const text = connectionsRefusal({ userId: id, role, email })
  if (text !== null) throw new ApiError(409, 'refused', text)
}
