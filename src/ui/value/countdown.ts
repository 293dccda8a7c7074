const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The time until a moment. */
export interface Countdown {
  /** '2 d 3 h', '2 h 14 min', '14 min', '40 s' */
  text: string
  /** Less than an hour is left. */
  isUrgent: boolean
  isOver: boolean
}

/** The time from one moment until another, in its two largest units. */
export const countdownTo = (now: number, until: number): Countdown => {
  const left = until - now
  const state = { isUrgent: left < hour, isOver: left <= 0 }
  if (left <= 0) return { ...state, text: '' }
  if (left < minute) return { ...state, text: `${Math.ceil(left / 1_000)} s` }
  const minutes = Math.floor((left % hour) / minute)
  if (left < hour) return { ...state, text: `${minutes} min` }
  const hours = Math.floor((left % day) / hour)
  if (left < day) return { ...state, text: `${hours} h ${minutes} min` }
  return { ...state, text: `${Math.floor(left / day)} d ${hours} h` }
}
