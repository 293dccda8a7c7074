/** Told to the edit form when it is opened from the bid's own page. */
export const fromBid = { from: 'bid' }

export const cameFromBid = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === fromBid.from
