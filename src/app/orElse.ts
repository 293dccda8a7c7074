/** What a reading gives, or something else where what is kept cannot be read. */
export const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}
