/** Milliseconds until the browser has surely begun to read what it saves. */
const readBy = 60_000

/** Lets the browser save a file. */
export const saveAsFile = (file: Blob, filename: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readBy)
}
