/** Merges of two records into one (DUP-3). */
import { contract, type ResourceName } from '.'
import type { MergedResource } from './duplicatePairs'
import type { Field } from './fields'

/**
 * GET tells what a merge with another record (`other`) would move, POST merges it into the record of the path, which keeps its id.
 */
export const mergePath = (resource: MergedResource, id: number | ':id'): string =>
  `${contract[resource].path}${id}/merge/`

/** GET lists those that can be taken back, the newest first; `{id}/` and `{id}/undo/` below. */
export const mergesPath = '/api/mpg/merges/'

/** Days for which a merge can be taken back. */
export const mergeDays = 7

/** Records that name the other one, moved by the request itself; more of them follow in the background. */
export const movedAtOnce = 20

/** Fields of one merge that were kept at its undo, at most, as its answer names them. */
export const maxKeptBack = 100

export const mergeStates = ['running', 'done', 'undoing', 'undone'] as const
export type MergeState = (typeof mergeStates)[number]

/** What became of a change that a merge has made of a record: the undo takes it back, or leaves it as it is. */
export const mergeOutcomes = ['moved', 'undone', 'kept'] as const
export type MergeOutcome = (typeof mergeOutcomes)[number]

/** How many records of a resource name the other one. */
export interface MovedCount {
  resource: ResourceName
  count: number
}

/** What a merge would move. */
export interface MergePreview {
  moves: MovedCount[]
}

/** A field of a record that was changed since a merge, so that its undo has left it as it is. */
export interface KeptBack {
  resource: ResourceName
  record: number
  name: string
  field: string
}

/** What an undo has left: '1 value', '100 or more values' where its answer names no more. */
export const keptBackText = ({ length }: readonly KeptBack[]): string =>
  `${length}${length < maxKeptBack ? '' : ' or more'} ${length === 1 ? 'value' : 'values'}`

export interface Merge {
  merge_id: number
  resource: MergedResource
  /** The record that is left, and its name. */
  kept: number
  kept_name: string
  /** The one that went to the trash. */
  merged: number
  merged_name: string
  /** The fields whose values are those of the merged one. */
  taken: string[]
  state: MergeState
  /** Records that the merge has moved so far, without those that its undo has decided of. */
  moved: number
  created_by: number | null
  created_at: string
  /** When it last ended; null while it runs. */
  ended_at: string | null
  /** Until when it can be taken back. */
  undo_until: string
  /** Of one that was taken back: what was changed since, and so left. */
  kept_back: KeptBack[]
}

/** The order of a merge. */
export interface MergeOrder {
  other: number
  /** Of the record that is kept, as it was seen; `If-Match` says the same. */
  version: number
  other_version: number
  /** The fields that take the value of the other record. */
  take: readonly string[]
}

const isChosen = ([, { readOnly, writeOnly, kind }]: [string, Field]): boolean =>
  (!readOnly || kind === 'signedUrl') && !writeOnly && kind !== 'many'

/** The fields of a resource of which a merge chooses one of the two values; relations to many are put together. */
export const chosenFieldsOf = (resource: MergedResource): readonly string[] =>
  Object.entries<Field>(contract[resource].fields)
    .filter(isChosen)
    .map(([name]) => name)
