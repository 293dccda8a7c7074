import { createAction, createReducer, original, type UnknownAction } from '@reduxjs/toolkit'
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query'
import { contract, type ResourceName, type Row } from '../contract'
import type { Field } from '../contract/fields'
import { signedOut } from './session'

/** A record of any resource, as returned by the normalizer. */
export type AnyRow = Readonly<Record<string, unknown>>

/** Records by resource and id, relations as ids. */
export type Rows = Partial<Record<ResourceName, Readonly<Record<number, AnyRow>>>>

/** Ids by resource. */
export type IdsByResource = Partial<Record<ResourceName, number[]>>

/** Drops every row that is not in the given set. */
export const unreferencedRowsRemoved = createAction<IdsByResource>('entities/unreferencedRowsRemoved')

/** Removes a deleted record, and its id from every list of other records. */
export const rowRemoved = createAction<{ resource: ResourceName; id: number }>('entities/rowRemoved')

/** The fields of each resource of which an answer holds but a part. */
export type PartialFields = Partial<Record<ResourceName, readonly string[]>>

interface ActionWithRows extends UnknownAction {
  meta: { baseQueryMeta: { rows: Rows; partial?: PartialFields } }
}

/** An answer with rows: ids and rows are in the same action, so that no id is ever without its row. */
const hasRows = (action: UnknownAction): action is ActionWithRows => {
  const { meta } = action as { meta?: { baseQueryMeta?: { rows?: unknown } } }
  return typeof action.type === 'string' && action.type.endsWith('/fulfilled') && !!meta?.baseQueryMeta?.rows
}

const versionOf = (row: AnyRow) => (typeof row.version === 'number' ? row.version : 0)

const pickFields = (row: AnyRow, names: readonly string[]): AnyRow =>
  Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]))

/**
 * Merges a known row with an answer's. An older version, and a partial field, only fill in missing fields; fields missing
 * in the answer stay; equal values keep their reference.
 */
const mergeRow = (known: AnyRow | undefined, received: AnyRow, partial: readonly string[] = []): AnyRow => {
  if (!known) return received
  const next =
    versionOf(received) < versionOf(known)
      ? { ...received, ...known }
      : { ...known, ...received, ...pickFields(known, partial) }
  return copyWithStructuralSharing<AnyRow>(known, next)
}

const mergeRows = (state: Rows, received: Rows, partial: PartialFields = {}): Rows => {
  const next = { ...state }
  let changed = false
  for (const [resource, rows] of Object.entries(received) as [ResourceName, Record<number, AnyRow>][]) {
    const known = state[resource] ?? {}
    const table: Record<number, AnyRow> = { ...known }
    let tableChanged = false
    for (const row of Object.values(rows)) {
      const id = row[contract[resource].idField] as number
      const result = mergeRow(known[id], row, partial[resource])
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

const keepRows = (state: Rows, keep: IdsByResource): Rows => {
  const next = { ...state }
  let changed = false
  for (const [resource, rows] of Object.entries(state) as [ResourceName, Record<number, AnyRow>][]) {
    const keptIds = new Set(keep[resource])
    const entries = Object.entries(rows)
    const remaining = entries.filter(([id]) => keptIds.has(Number(id)))
    if (remaining.length === entries.length) continue
    next[resource] = Object.fromEntries(remaining)
    changed = true
  }
  return changed ? next : state
}

/** The fields of a resource that list records of another. */
const listsOf = (resource: ResourceName, target: ResourceName) =>
  Object.entries<Field>(contract[resource].fields)
    .filter(([, field]) => field.kind === 'many' && field.to === target)
    .map(([name]) => name)

const withoutId = (row: AnyRow, lists: readonly string[], id: number): AnyRow => {
  const changed = lists.flatMap((name) => {
    const ids = row[name]
    return Array.isArray(ids) && ids.includes(id) ? [[name, ids.filter((other) => other !== id)]] : []
  })
  return changed.length ? { ...row, ...(Object.fromEntries(changed) as AnyRow) } : row
}

const withoutRow = (state: Rows, target: ResourceName, id: number): Rows => {
  const tables = Object.entries(state) as [ResourceName, Record<number, AnyRow>][]
  return Object.fromEntries(
    tables.map(([resource, rows]) => {
      const lists = listsOf(resource, target)
      if (resource !== target && lists.length === 0) return [resource, rows]
      const left = Object.entries(rows).filter(([key]) => resource !== target || Number(key) !== id)
      return [resource, Object.fromEntries(left.map(([key, row]) => [key, withoutId(row, lists, id)]))]
    }),
  )
}

const initialState: Rows = {}

/**
 * The normalized store of all known records. Filled from the answers; emptied by collectUnreferencedEntities and by
 * signing out.
 */
export const entities = createReducer(initialState, (builder) => {
  builder
    .addCase(signedOut, () => initialState)
    .addCase(rowRemoved, (state, { payload: { resource, id } }) => withoutRow(original(state), resource, id))
    .addCase(unreferencedRowsRemoved, (state, { payload }) => keepRows(original(state), payload))
    .addMatcher(hasRows, (state, { meta }) =>
      mergeRows(original(state), meta.baseQueryMeta.rows, meta.baseQueryMeta.partial),
    )
})

interface StateWithEntities {
  entities: Rows
}

/** The row of a resource, or undefined if not loaded. */
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
