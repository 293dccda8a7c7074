import { useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { Badge } from './Badge'
import { fitCount } from './fitCount'
import { Tip } from './Tip'

interface BadgeItem {
  key: number
  text: string
  color?: string
}

interface FittingBadgesProps {
  /** In the plural: 'tags'. */
  noun: string
  items: readonly BadgeItem[]
  /** Keeps the case of the texts instead of upper-casing. */
  asWritten?: boolean
}

/** As in the style sheet. */
const gap = 4
const line = 18

type Measure = () => void
const measures = new WeakMap<Element, Measure>()

let observer: ResizeObserver | undefined

/** One ResizeObserver for the whole page: it reports all elements together, between layout and paint. */
const shared = () =>
  (observer ??= new ResizeObserver((entries) =>
    flushSync(() => entries.forEach(({ target }) => measures.get(target)?.())),
  ))

const useFitting = (count: number) => {
  const place = useRef<HTMLSpanElement>(null)
  const boxes = useRef<{ width: number; lines: number }[] | null>(null)
  const [shown, setShown] = useState(count)

  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    measures.set(element, () => {
      const { clientWidth: width } = element
      if (width === 0) return
      // Once, while all are present: those that do not fit are removed from the layout.
      boxes.current ??= [...element.querySelectorAll<HTMLElement>(':scope > .badge')].map(
        ({ offsetWidth, offsetHeight }) => ({ width: offsetWidth, lines: Math.round(offsetHeight / line) }),
      )
      const most = Number.parseFloat(window.getComputedStyle(element).maxHeight) || line
      const lines = Math.max(1, Math.floor((most + gap) / (line + gap)))
      const more = 16 + 8 * String(count).length
      // The first one shows, cut by an ellipsis where it is too long by itself.
      setShown(Math.max(1, fitCount({ boxes: boxes.current, width, lines, gap, more })))
    })
    shared().observe(element)
    return () => shared().unobserve(element)
  }, [count])

  return { place, shown }
}

const Fitting = ({ noun, items, asWritten = false }: FittingBadgesProps) => {
  const { place, shown } = useFitting(items.length)
  const others = items.slice(shown)
  const badges = (list: readonly BadgeItem[], isBeyond: (index: number) => boolean): ReactElement[] =>
    list.map(({ key, text, color }, index) => (
      <Badge
        key={key}
        text={text}
        {...(color && { color })}
        asWritten={asWritten}
        isBeyond={isBeyond(index)}
      />
    ))
  return (
    <span className="badges badges-fit" ref={place} data-copied={items.map(({ text }) => text).join(', ')}>
      {badges(items, (index) => index >= shown)}
      {others.length > 0 && (
        <Tip
          className="badges-more"
          label={`${others.length} more ${noun}: ${others.map(({ text }) => text).join(', ')}`}
          tip={<span className="badges">{badges(items, () => false)}</span>}
        >
          +{others.length}
        </Tip>
      )}
    </span>
  )
}

/** As many badges as fit; the others are counted, and listed on hover and focus. None but the first one is truncated. */
export const FittingBadges = (props: FittingBadgesProps) => (
  <Fitting key={props.items.map(({ key, text }) => `${key} ${text}`).join()} {...props} />
)
