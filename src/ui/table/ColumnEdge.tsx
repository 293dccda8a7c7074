import { useRef, useState, type PointerEvent } from 'react'
import './column-edge.css'

interface ColumnEdgeProps {
  /** By so many percent of the table. */
  move: (by: number) => void
}

/**
 * The edge behind a column's title, to be dragged. The columns menu does the same for the keyboard, and so it is
 * hidden from whoever does not see it.
 */
export const ColumnEdge = ({ move }: ColumnEdgeProps) => {
  /** CSS pixels from where it was taken; null while nobody holds it. */
  const [moved, setMoved] = useState<number | null>(null)
  const start = useRef(0)

  const take = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = event.clientX
    setMoved(0)
  }
  const drop = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const width = currentTarget.closest('table')?.getBoundingClientRect().width
    setMoved(null)
    if (moved !== null && width) move(((clientX - start.current) / width) * 100)
  }

  return (
    <span
      className={moved === null ? 'column-edge' : 'column-edge column-edge-held'}
      style={moved === null ? undefined : { transform: `translateX(${moved}px)` }}
      aria-hidden
      onPointerDown={take}
      onPointerMove={({ clientX }) => moved !== null && setMoved(clientX - start.current)}
      onPointerUp={drop}
      onPointerCancel={() => setMoved(null)}
    />
  )
}
