import { createReducer } from '@reduxjs/toolkit'
import { signedIn, signedOut } from './session'

/** How the tab's last session ended: by a sign-out, or because the server no longer accepts it. */
type Ending = 'asked' | 'lost'

/** Null during a session, and before the first one. */
export const ending = createReducer<Ending | null>(null, (builder) =>
  builder
    .addCase(signedOut, (_state, { payload }) => (payload.lost ? 'lost' : 'asked'))
    .addCase(signedIn, () => null),
)
