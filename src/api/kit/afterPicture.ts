/**
 * Reads that wait for a picture. Where a page shows at once what is known already, whatever it asks for besides goes out
 * when that is on the screen: sent before, the questions and their answers take the processor from drawing it.
 */

/** Milliseconds: a page that nobody sees is not painted, and not all such pages are known to be hidden. */
const longestWait = 500

let picture: Promise<void> | undefined

/** Lets reads wait until what has just been put into the document is painted. */
export const readAfterPicture = (): void => {
  if (document.hidden) return
  const painted = new Promise<void>((resolve) => {
    // What is asked for in a frame comes before its picture, and a task after.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestWait)
  })
  picture = painted
  void painted.then(() => {
    if (picture === painted) picture = undefined
  })
}

/** Resolves when reads may go out; undefined where they may at once. */
export const whenPainted = (): Promise<void> | undefined => picture
