import { useEffect, useState, type RefObject } from 'react'

/** Dropped items: folders are not files, and browsers provide no content of them to upload. */
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
 * Accepts files dropped on an element, and tells whether files are dragged over it. Files dropped beside it are ignored
 * while it is mounted: the browser would open them and leave the page.
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
      // Left the window, not only moved between elements.
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
