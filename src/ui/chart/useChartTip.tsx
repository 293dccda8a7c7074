import { useState, type PointerEvent, type ReactNode } from 'react'
import { TipBox, type TipPlace } from '../value/TipBox'

/** Distances from the pointer, and the least room that is left below and beside the tip, in CSS pixels. */
const apart = 14
const room = { width: 240, height: 120 }

const placeAt = ({ clientX, clientY }: PointerEvent): TipPlace => ({
  left: Math.max(0, Math.min(clientX + apart, window.innerWidth - room.width)),
  top: Math.max(0, Math.min(clientY + apart, window.innerHeight - room.height)),
})

/**
 * A tooltip beside the pointer for the part of a chart that is under it. Screen readers and keys have the table beside the
 * chart instead.
 */
export function useChartTip<Part>(contentOf: (part: Part) => ReactNode) {
  const [shown, setShown] = useState<{ part: Part; place: TipPlace } | null>(null)
  return {
    part: shown?.part,
    tip: shown && <TipBox place={shown.place}>{contentOf(shown.part)}</TipBox>,
    show: (part: Part, event: PointerEvent) => setShown({ part, place: placeAt(event) }),
    hide: () => setShown(null),
  }
}
