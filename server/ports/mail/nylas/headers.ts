type Headers = readonly { name: string; value: string }[] | null | undefined

const ids = /<([^<>\s\p{Cc}\p{Cs}]{1,250})>/gu

/** The Message-IDs in a header of a message, without the angle brackets. */
export function idsIn(headers: Headers, wanted: string): string[] {
  const value = headers?.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
  return [...value.matchAll(ids)].flatMap(([, id]) => id ?? [])
}

/** The first of them; null where there is none. */
export const idIn = (headers: Headers, wanted: string): string | null => idsIn(headers, wanted)[0] ?? null
