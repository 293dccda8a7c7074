import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { lazyPart } from '../../ui/page/lazyPart'
import './day-strip.css'

const { usePart } = lazyPart(async () => (await import('./DayStrip')).DayStrip)

const LazyDayStrip = () => {
  const { Part: DayStrip } = usePart()
  return (
    <nav className="day-strip" aria-label="Today">
      {DayStrip && <DayStrip />}
    </nav>
  )
}

/**
 * The place of the day's strip, kept free until it is loaded: beside the title, on narrow screens above the filters that a
 * button unfolds, so that it never pushes the list (RDY-4).
 */
export const DayStripPlace = ({ isNarrow }: { isNarrow: boolean }) =>
  useIsNarrow() === isNarrow ? <LazyDayStrip /> : null
