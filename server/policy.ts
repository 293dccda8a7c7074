/** Enforces the contract's rules of who may do what. */
import type { ResourceName, Row } from '../src/contract'
import { connectionsRefusal, refusalOf, type Change } from '../src/contract/policy'
import type { Caller, Writer } from './kit/context'
import { ApiError } from './kit/errors'

/**
 * Lets a change pass that the contract's rules allow; what the system itself writes always passes.
 * @throws ApiError 409, not 403, which would mean that the session is dead.
 */
export function mayOrRefuse<N extends ResourceName>(
  { actor, role = null, email = null }: Writer,
  resource: N,
  change: Change,
  record?: Readonly<Partial<Row<N>>>,
): void {
  if (actor === null) return
  const text = refusalOf({ userId: actor, role, email }, resource, change, record)
  if (text !== null) throw new ApiError(409, 'refused', text)
}

/** @throws ApiError 409 for whoever may not see the connections. */
export function mayConnectOrRefuse({ id, role, email }: Caller): void {
  const text = connectionsRefusal({ userId: id, role, email })
  if (text !== null) throw new ApiError(409, 'refused', text)
}
