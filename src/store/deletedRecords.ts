import { createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit'
import { contract, type ResourceName } from '../contract'
import type { RecordChange } from '../contract/events'
import { signedOut } from './session'

/** A change event of the live stream. */
export const changeReceived = createAction<RecordChange>('live/changeReceived')

/** The live stream was interrupted: records known as deleted may have been restored since. */
export const changesMissed = createAction('live/changesMissed')

/** By the addresses of the records. */
type DeletedRecords = Readonly<Record<string, true>>

/** Maximum number of entries: requests for deleted records follow within seconds. */
const maxEntries = 100

/** The API address of a record. */
const urlOf = (resource: ResourceName, id: number) => `${contract[resource].path}${id}/`

/** A mutation of this tab may have restored records, which the stream reports only later. */
const isMutationFulfilled = ({ type }: UnknownAction) => type === 'api/executeMutation/fulfilled'

const initialState: DeletedRecords = {}

/** Records that the live stream reported as deleted; requests for them are skipped. */
export const deletedRecords = createReducer(initialState, (builder) => {
  builder
    .addCase(signedOut, () => initialState)
    .addCase(changesMissed, () => initialState)
    .addCase(changeReceived, (state, { payload: { resource, id, action } }) => {
      // Any of several unnamed records may have been restored.
      if (id === null) return initialState
      const address = urlOf(resource, id)
      if (action !== 'deleted' && !(address in state)) return state
      const others = Object.entries(state).filter(([known]) => known !== address)
      const known = action === 'deleted' ? [...others, [address, true] as const] : others
      return Object.fromEntries(known.slice(-maxEntries))
    })
    .addMatcher(isMutationFulfilled, () => initialState)
})

/** Whether the record at an API address is known to be deleted. */
export const isDeleted = (
  { deletedRecords: known }: { deletedRecords: DeletedRecords },
  address: string,
): boolean => address in known
