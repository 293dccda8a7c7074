/** The result of a read, or a fallback where stored data are invalid. */
export const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}
