/** The id in a URL, or null for an invalid one. */
export const idFrom = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
