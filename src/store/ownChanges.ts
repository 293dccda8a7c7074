import { createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { contract } from '../contract'
import type { RecordChange } from '../contract/events'
import { changeHeard, changesMissed } from './deletedRecords'
import type { Rows } from './entities'
import { signedOut } from './session'

interface Named {
  resource: ResourceName
  id: number
}

/** This tab has sent a deletion and awaits the answer. */
export const removalBegun = createAction<Named>('ownChanges/removalBegun')

/** The deletion failed, or its result is unknown. */
export const removalFailed = createAction<Named>('ownChanges/removalFailed')

/** By '<resource>:<id>': the version that this tab has written, or that the record is being deleted, or is deleted. */
type OwnChanges = Readonly<Record<string, number | 'going' | 'deleted'>>

/** Maximum number of entries: events of a change follow within seconds. */
const remembered = 100

const keyOf = (resource: ResourceName, id: number) => `${resource}:${id}`

interface Told extends UnknownAction {
  payload: { resource: ResourceName; ids: readonly number[] } | null | undefined
  meta: { baseQueryMeta?: { rows?: Rows; removes?: ResourceName }; arg: { originalArgs?: unknown } }
}

const isOwnChange = (action: UnknownAction): action is Told => action.type === 'api/executeMutation/fulfilled'

const madeBy = ({ payload, meta: { baseQueryMeta, arg } }: Told): OwnChanges => {
  const { rows, removes } = baseQueryMeta ?? {}
  if (removes) return { [keyOf(removes, Number(arg.originalArgs))]: 'deleted' }
  if (!rows || !payload?.ids) return {}
  const { resource, ids } = payload
  return Object.fromEntries(
    ids.flatMap((id) => {
      const version = rows[resource]?.[id]?.['version']
      return typeof version === 'number' ? [[keyOf(resource, id), version]] : []
    }),
  )
}

const none: OwnChanges = {}

const without = (state: OwnChanges, keys: readonly string[]) =>
  Object.entries(state).filter(([key]) => !keys.includes(key))

const withoutDeleted = (state: OwnChanges, is: (key: string) => boolean): OwnChanges => {
  const keys = Object.keys(state).filter((key) => state[key] === 'deleted' && is(key))
  return keys.length > 0 ? Object.fromEntries(without(state, keys)) : state
}

const withMade = (state: OwnChanges, made: OwnChanges): OwnChanges =>
  Object.fromEntries([...without(state, Object.keys(made)), ...Object.entries(made)].slice(-remembered))

/** Mutations of this tab, so that their own change events are ignored. */
export const ownChanges = createReducer(none, (builder) => {
  builder
    .addCase(signedOut, () => none)
    .addCase(removalBegun, (state, { payload: { resource, id } }) =>
      withMade(state, { [keyOf(resource, id)]: 'going' }),
    )
    .addCase(removalFailed, (state, { payload: { resource, id } }) =>
      Object.fromEntries(without(state, [keyOf(resource, id)])),
    )
    // A restored record may be changed from anywhere.
    .addCase(changeHeard, (state, { payload: { resource, id, action } }) =>
      id === null || action === 'restored'
        ? withoutDeleted(state, (key) =>
            id === null ? key.startsWith(`${resource}:`) : key === keyOf(resource, id),
          )
        : state,
    )
    .addCase(changesMissed, (state) => withoutDeleted(state, () => true))
    .addMatcher(isOwnChange, (state, action) => withMade(state, madeBy(action)))
})

/** Whether a change event belongs to an answered mutation of this tab, or to a record that it has deleted. */
export const isOwn = (
  { ownChanges: own }: { ownChanges: OwnChanges },
  { resource, id, action, version }: RecordChange,
): boolean => {
  const known = id === null ? undefined : own[keyOf(resource, id)]
  if (known === undefined || known === 'going' || action === 'restored') return false
  if (known === 'deleted') return true
  return action !== 'deleted' && version !== null && version <= known
}

/** Whether this tab is deleting a record or has deleted it, so that it must not be read. */
export const removalOf = (
  { ownChanges: own }: { ownChanges: OwnChanges },
  resource: ResourceName,
  id: number,
): 'going' | 'deleted' | undefined => {
  const known = own[keyOf(resource, id)]
  return typeof known === 'number' ? undefined : known
}

/** Whether a name is a resource of this release. */
export const isResource = (name: unknown): name is ResourceName =>
  typeof name === 'string' && Object.hasOwn(contract, name)
