import { createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit'
import { contract, type ResourceName } from '../contract'
import type { RecordChange } from '../contract/events'
import { signedOut } from './session'

/** The live stream has told what became of a record. */
export const changeHeard = createAction<RecordChange>('live/changeHeard')

/** The live stream was cut off: what it told before may have been undone since. */
export const changesMissed = createAction('live/changesMissed')

/** By the addresses of the records. */
type DeletedRecords = Readonly<Record<string, true>>

/** So many are remembered: what is told of a deletion is asked for within seconds. */
const remembered = 100

/** Where the API has a record. */
const addressOf = (resource: ResourceName, id: number) => `${contract[resource].path}${id}/`

/** This tab has changed something itself, which may have brought records back: their stream tells so only later. */
const hasWritten = ({ type }: UnknownAction) => type === 'api/executeMutation/fulfilled'

const none: DeletedRecords = {}

/** Records of which the live stream has told that somebody has deleted them: nobody need ask for them again. */
export const deletedRecords = createReducer(none, (builder) => {
  builder
    .addCase(signedOut, () => none)
    .addCase(changesMissed, () => none)
    .addCase(changeHeard, (state, { payload: { resource, id, action } }) => {
      // One of several that are not named may have been brought back.
      if (id === null) return none
      const address = addressOf(resource, id)
      if (action !== 'deleted' && !(address in state)) return state
      const others = Object.entries(state).filter(([known]) => known !== address)
      const known = action === 'deleted' ? [...others, [address, true] as const] : others
      return Object.fromEntries(known.slice(-remembered))
    })
    .addMatcher(hasWritten, () => none)
})

/** Whether the record at an address of the API is known to be deleted. */
export const isDeleted = (
  { deletedRecords: known }: { deletedRecords: DeletedRecords },
  address: string,
): boolean => address in known
