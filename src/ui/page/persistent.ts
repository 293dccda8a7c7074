/** How often a part is asked for in all. */
const attempts = 3

/**
 * Fetches a part of the program, again where that is cut off: a step in the browser's history ends whatever is on its
 * way for the page, and two quick ones would otherwise leave it broken.
 */
export const persistent =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      try {
        return await load()
      } catch {
        // What is the matter the last time is told.
      }
    }
    return load()
  }
