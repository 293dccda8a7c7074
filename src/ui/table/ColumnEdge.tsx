import { useRef, useState, type PointerEvent } from 'react'
import './column-edge.css'

interface ColumnEdgeProps {
  /** Moves the edge by percent of the table's width. */
  move: (by: number) => void
}

/**
 * The drag handle after a column's title. The columns menu is its keyboard alternative, so it is hidden from assistive
 * technology.
 */
export const ColumnEdge = ({ move }: ColumnEdgeProps) => {
  /** CSS pixels from the drag's start; null while not dragged. */
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
      // A click on the header sorts.
      onClick={(event) => event.stopPropagation()}
      onPointerDown={take}
      onPointerMove={({ clientX }) => moved !== null && setMoved(clientX - start.current)}
      onPointerUp={drop}
      onPointerCancel={() => setMoved(null)}
    />
  )
}
