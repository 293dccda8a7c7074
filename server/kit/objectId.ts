/** `contact-5` is a contact; a bare id has no kind. Null for any other text. */
export function parseObjectId(text: string): { type: string | null; id: number } | null {
  const [, prefix, digits] = /^(?:([a-z]+)-)?(\d{1,10})$/.exec(text.trim()) ?? []
  return digits === undefined ? null : { type: prefix ?? null, id: Number(digits) }
}
