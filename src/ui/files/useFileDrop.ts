import { useEffect, useState, type RefObject } from 'react'

/** What somebody let fall: folders are no files, and a browser hands over nothing that could be sent of them. */
export interface Dropped {
  files: File[]
  folders: number
}

const bringsFiles = ({ dataTransfer }: DragEvent) =>
  !!dataTransfer && [...dataTransfer.types].includes('Files')

const droppedIn = ({ items }: DataTransfer): Dropped => {
  const dropped: Dropped = { files: [], folders: 0 }
  for (const item of items) {
    if (item.kind !== 'file') continue
    if (item.webkitGetAsEntry()?.isDirectory) {
      dropped.folders += 1
      continue
    }
    const file = item.getAsFile()
    if (file) dropped.files.push(file)
  }
  return dropped
}

/**
 * Takes files that are dropped on an element, and tells whether some are held over it. A file that misses it is
 * ignored for as long as the element is there: the browser would open it in place of the page.
 */
export const useFileDrop = (
  zone: RefObject<HTMLElement | null>,
  take: (dropped: Dropped) => void,
): boolean => {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const hits = ({ target }: DragEvent) => target instanceof Node && !!zone.current?.contains(target)
    const over = (event: DragEvent) => {
      if (!bringsFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = hits(event) ? 'copy' : 'none'
      setIsOver(hits(event))
    }
    const left = ({ relatedTarget }: DragEvent) => {
      // Out of the window, rather than from one element to the next.
      if (!relatedTarget) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!bringsFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      if (hits(event)) take(droppedIn(event.dataTransfer))
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', left)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', left)
      window.removeEventListener('drop', drop)
    }
  }, [zone, take])
  return isOver
}
