import { createReducer } from '@reduxjs/toolkit'
import { signedIn, signedOut } from './session'

/** How the last session of this tab has ended: somebody signed out, or the server no longer takes it. */
type Ending = 'asked' | 'lost'

/** Null while somebody is signed in, and before anybody was. */
export const ending = createReducer<Ending | null>(null, (builder) =>
  builder
    .addCase(signedOut, (_state, { payload }) => (payload.lost ? 'lost' : 'asked'))
    .addCase(signedIn, () => null),
)
