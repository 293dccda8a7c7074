/** Maximum number of attempts. */
const attempts = 3

/**
 * Imports a module, with retries: a history navigation aborts pending imports of the page, and two quick ones would
 * otherwise leave it broken.
 */
export const persistent =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      try {
        return await load()
      } catch {
        // The last failure is thrown below.
      }
    }
    return load()
  }
