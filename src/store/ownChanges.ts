import { createReducer, type UnknownAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { contract } from '../contract'
import type { RecordChange } from '../contract/events'
import type { Rows } from './entities'
import { signedOut } from './session'

/** By '<resource>:<id>': the version that this tab has made of a record, or that it is gone. */
type OwnChanges = Readonly<Record<string, number | 'deleted'>>

/** So many are remembered: what is told of a change comes within seconds. */
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

/** What this tab has changed itself, so that it need not follow its own echo. */
export const ownChanges = createReducer(none, (builder) => {
  builder
    .addCase(signedOut, () => none)
    .addMatcher(isOwnChange, (state, action) => {
      const made = madeBy(action)
      const kept = Object.entries(state).filter(([key]) => !(key in made))
      return Object.fromEntries([...kept, ...Object.entries(made)].slice(-remembered))
    })
})

/** Whether a change is one that this tab has made, and whose answer it has. */
export const isOwn = (
  { ownChanges: own }: { ownChanges: OwnChanges },
  { resource, id, action, version }: RecordChange,
): boolean => {
  const known = id === null ? undefined : own[keyOf(resource, id)]
  if (known === undefined || action === 'restored') return false
  if (action === 'deleted') return known === 'deleted'
  return known !== 'deleted' && version !== null && version <= known
}

/** Whether a name is that of a resource which this release knows. */
export const isResource = (name: unknown): name is ResourceName =>
  typeof name === 'string' && Object.hasOwn(contract, name)
