import { createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit'
import { contract, type ResourceName } from '../contract'
import type { RecordChange } from '../contract/events'
import { signedOut } from './session'

/** A change event of the live stream. */
export const changeHeard = createAction<RecordChange>('live/changeHeard')

/** The live stream was interrupted: records known as deleted may have been restored since. */
export const changesMissed = createAction('live/changesMissed')

/** By the addresses of the records. */
type DeletedRecords = Readonly<Record<string, true>>

/** Maximum number of entries: requests for deleted records follow within seconds. */
const remembered = 100

/** The API address of a record. */
const addressOf = (resource: ResourceName, id: number) => `${contract[resource].path}${id}/`

/** A mutation of this tab may have restored records, which the stream reports only later. */
const hasWritten = ({ type }: UnknownAction) => type === 'api/executeMutation/fulfilled'

const none: DeletedRecords = {}

/** Records that the live stream reported as deleted; requests for them are skipped. */
export const deletedRecords = createReducer(none, (builder) => {
  builder
    .addCase(signedOut, () => none)
    .addCase(changesMissed, () => none)
    .addCase(changeHeard, (state, { payload: { resource, id, action } }) => {
      // Any of several unnamed records may have been restored.
      if (id === null) return none
      const address = addressOf(resource, id)
      if (action !== 'deleted' && !(address in state)) return state
      const others = Object.entries(state).filter(([known]) => known !== address)
      const known = action === 'deleted' ? [...others, [address, true] as const] : others
      return Object.fromEntries(known.slice(-remembered))
    })
    .addMatcher(hasWritten, () => none)
})

/** Whether the record at an API address is known to be deleted. */
export const isDeleted = (
  { deletedRecords: known }: { deletedRecords: DeletedRecords },
  address: string,
): boolean => address in known
