/** Router state of the edit form when opened from the bid's own page. */
export const fromBid = { from: 'bid' }

export const cameFromBid = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === fromBid.from
