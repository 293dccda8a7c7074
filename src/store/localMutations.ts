import { createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { contract } from '../contract'
import type { RecordChange } from '../contract/events'
import { changeReceived, changesMissed } from './deletedRecords'
import type { Rows } from './entities'
import { signedOut } from './session'

interface Named {
  resource: ResourceName
  id: number
}

/** This tab has sent a deletion and awaits the answer. */
export const removalStarted = createAction<Named>('localMutations/removalStarted')

/** The deletion failed, or its result is unknown. */
export const removalFailed = createAction<Named>('localMutations/removalFailed')

/** By '<resource>:<id>': the version that this tab has written, or that the record is being deleted, or is deleted. */
type LocalMutations = Readonly<Record<string, number | 'pending' | 'deleted'>>

/** Maximum number of entries: events of a change follow within seconds. */
const maxEntries = 100

const keyOf = (resource: ResourceName, id: number) => `${resource}:${id}`

interface MutationFulfilled extends UnknownAction {
  payload: { resource: ResourceName; ids: readonly number[] } | null | undefined
  meta: { baseQueryMeta?: { rows?: Rows; removes?: ResourceName }; arg: { originalArgs?: unknown } }
}

const isMutationFulfilled = (action: UnknownAction): action is MutationFulfilled =>
  action.type === 'api/executeMutation/fulfilled'

const mutationsOf = ({ payload, meta: { baseQueryMeta, arg } }: MutationFulfilled): LocalMutations => {
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

const initialState: LocalMutations = {}

const without = (state: LocalMutations, keys: readonly string[]) =>
  Object.entries(state).filter(([key]) => !keys.includes(key))

const withoutDeleted = (state: LocalMutations, is: (key: string) => boolean): LocalMutations => {
  const keys = Object.keys(state).filter((key) => state[key] === 'deleted' && is(key))
  return keys.length > 0 ? Object.fromEntries(without(state, keys)) : state
}

const withMutations = (state: LocalMutations, made: LocalMutations): LocalMutations =>
  Object.fromEntries([...without(state, Object.keys(made)), ...Object.entries(made)].slice(-maxEntries))

/** Mutations of this tab, so that their own change events are ignored. */
export const localMutations = createReducer(initialState, (builder) => {
  builder
    .addCase(signedOut, () => initialState)
    .addCase(removalStarted, (state, { payload: { resource, id } }) =>
      withMutations(state, { [keyOf(resource, id)]: 'pending' }),
    )
    .addCase(removalFailed, (state, { payload: { resource, id } }) =>
      Object.fromEntries(without(state, [keyOf(resource, id)])),
    )
    // A restored record may be changed from anywhere.
    .addCase(changeReceived, (state, { payload: { resource, id, action } }) =>
      id === null || action === 'restored'
        ? withoutDeleted(state, (key) =>
            id === null ? key.startsWith(`${resource}:`) : key === keyOf(resource, id),
          )
        : state,
    )
    .addCase(changesMissed, (state) => withoutDeleted(state, () => true))
    .addMatcher(isMutationFulfilled, (state, action) => withMutations(state, mutationsOf(action)))
})

/** Whether a change event belongs to an answered mutation of this tab, or to a record that it has deleted. */
export const isLocalMutation = (
  { localMutations: own }: { localMutations: LocalMutations },
  { resource, id, action, version }: RecordChange,
): boolean => {
  const known = id === null ? undefined : own[keyOf(resource, id)]
  if (known === undefined || known === 'pending' || action === 'restored') return false
  if (known === 'deleted') return true
  return action !== 'deleted' && version !== null && version <= known
}

/** Whether this tab is deleting a record or has deleted it, so that it must not be read. */
export const selectRemoval = (
  { localMutations: own }: { localMutations: LocalMutations },
  resource: ResourceName,
  id: number,
): 'pending' | 'deleted' | undefined => {
  const known = own[keyOf(resource, id)]
  return typeof known === 'number' ? undefined : known
}

/** Whether a name is a resource of this release. */
export const isResource = (name: unknown): name is ResourceName =>
  typeof name === 'string' && Object.hasOwn(contract, name)
