/** A unique key. `crypto.randomUUID` is missing where the page is not served over a secure connection. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
