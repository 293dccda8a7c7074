/** The id in an address, or null for what can be none. */
export const idFrom = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
