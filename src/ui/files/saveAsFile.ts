/** Milliseconds until the browser has surely begun to read what it saves. */
const readBy = 60_000

/** Lets the browser save a text as a file. */
export const saveAsFile = (text: string, filename: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readBy)
}
