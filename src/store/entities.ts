import { createAction, createReducer, original, type UnknownAction } from '@reduxjs/toolkit'
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query'
import { contract, type ResourceName, type Row } from '../contract'
import { signedOut } from './session'

/** A record of whatever resource, as the normalizer hands it over. */
export type AnyRow = Readonly<Record<string, unknown>>

/** Records by resource and id, relations as ids. */
export type Rows = Partial<Record<ResourceName, Readonly<Record<number, AnyRow>>>>

/** Ids by resource. */
export type IdsByResource = Partial<Record<ResourceName, number[]>>

/** Drops every row that is not in the given set. */
export const swept = createAction<IdsByResource>('entities/swept')

interface ActionWithRows extends UnknownAction {
  meta: { baseQueryMeta: { rows: Rows } }
}

/** An answer that brought rows: their ids stand in the same action, so that no id is ever without its row. */
const bringsRows = (action: UnknownAction): action is ActionWithRows => {
  const { meta } = action as { meta?: { baseQueryMeta?: { rows?: unknown } } }
  return typeof action.type === 'string' && action.type.endsWith('/fulfilled') && !!meta?.baseQueryMeta?.rows
}

const versionOf = (row: AnyRow) => (typeof row.version === 'number' ? row.version : 0)

/**
 * One row out of what was known and what an answer brought. An older version only fills in what was not
 * known at all; fields that the answer does not hold stay; whatever is equal keeps its reference.
 */
const merged = (known: AnyRow | undefined, brought: AnyRow): AnyRow => {
  if (!known) return brought
  const next = versionOf(brought) < versionOf(known) ? { ...brought, ...known } : { ...known, ...brought }
  return copyWithStructuralSharing<AnyRow>(known, next)
}

const withRows = (state: Rows, brought: Rows): Rows => {
  const next = { ...state }
  let changed = false
  for (const [resource, rows] of Object.entries(brought) as [ResourceName, Record<number, AnyRow>][]) {
    const known = state[resource] ?? {}
    const table: Record<number, AnyRow> = { ...known }
    let tableChanged = false
    for (const row of Object.values(rows)) {
      const id = row[contract[resource].idField] as number
      const result = merged(known[id], row)
      if (result === known[id]) continue
      table[id] = result
      tableChanged = true
    }
    if (!tableChanged) continue
    next[resource] = table
    changed = true
  }
  return changed ? next : state
}

const withOnly = (state: Rows, keep: IdsByResource): Rows => {
  const next = { ...state }
  let changed = false
  for (const [resource, rows] of Object.entries(state) as [ResourceName, Record<number, AnyRow>][]) {
    const kept = new Set(keep[resource])
    const entries = Object.entries(rows)
    const left = entries.filter(([id]) => kept.has(Number(id)))
    if (left.length === entries.length) continue
    next[resource] = Object.fromEntries(left)
    changed = true
  }
  return changed ? next : state
}

const nothing: Rows = {}

/** Every record the browser knows, once. Filled by the answers themselves, emptied by sweeping and signing out. */
export const entities = createReducer(nothing, (builder) => {
  builder
    .addCase(signedOut, () => nothing)
    .addCase(swept, (state, { payload }) => withOnly(original(state), payload))
    .addMatcher(bringsRows, (state, { meta }) => withRows(original(state), meta.baseQueryMeta.rows))
})

interface StateWithEntities {
  entities: Rows
}

/** The row of a resource, or undefined where no answer has brought it. */
export const selectRow = <N extends ResourceName>(
  state: StateWithEntities,
  resource: N,
  id: number | null | undefined,
): Row<N> | undefined =>
  id === null || id === undefined ? undefined : (state.entities[resource]?.[id] as Row<N> | undefined)

/** The rows of a resource in the order of their ids; ids without a row are left out. */
export const selectRows = <N extends ResourceName>(
  state: StateWithEntities,
  resource: N,
  ids: readonly number[],
): Row<N>[] =>
  ids.map((id) => selectRow(state, resource, id)).filter((row): row is Row<N> => row !== undefined)
