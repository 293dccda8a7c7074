import type { daysOf } from './weeks'
import './day-list.css'

interface DayListProps {
  days: ReturnType<typeof daysOf>
  /** Opens the event of a line, where it can be opened. */
  open?: ((id: number) => void) | undefined
}

/** Days with their events, one line per event. */
export const DayList = ({ days, open }: DayListProps) =>
  days.map(({ day, title, lines }) => (
    <section key={day} className="day-list" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {lines.map(({ id, time, title: what }) => (
          <li key={id}>
            <span className="day-list-time">{time}</span>{' '}
            {open ? (
              <button type="button" className="link-button" data-event={id} onClick={() => open(id)}>
                {what}
              </button>
            ) : (
              what
            )}
          </li>
        ))}
      </ul>
    </section>
  ))
