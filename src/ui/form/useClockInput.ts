import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { clockTimeText, isWholeClockTime, readClockTime, whyNoTime } from '../value/clockTime'
import { useTimePattern } from '../value/useDateWords'
import { isSaveKey } from './saveKey'

/**
 * A text box for a time of day, which the browser's own could not show by the clock that somebody prefers. A time
 * with its minutes counts as soon as it stands there, shorter ones once the box is left or the form is sent. What
 * cannot be read is told of as such, and stays to be mended.
 * @param value 'HH:mm', '' for none.
 * @param change told the time, '' for none, and what could not be read as one, else ''
 * @param known what could not be read before, and whether there can be a time at all: where not, nothing is kept of it
 */
export const useClockInput = (
  value: string,
  change: (time: string, unread: string) => void,
  { unread = '', isOff = false }: { unread?: string; isOff?: boolean } = {},
) => {
  const pattern = useTimePattern()
  const [typed, setTyped] = useState(unread || null)
  if (isOff && typed !== null) setTyped(null)
  const [isFocused, setIsFocused] = useState(false)
  // Another time from elsewhere takes the place of what could not be read.
  const shown = typed !== null && (isFocused || value === '') ? typed : null

  const take = (time: string, text = '') => {
    if (time !== value || text !== unread) change(time, text)
  }
  const settle = () => {
    if (typed === null) return
    const time = readClockTime(typed)
    take(time ?? '', time === null ? typed.trim() : '')
    if (time !== null || typed.trim() === '') setTyped(null)
  }
  return {
    input: {
      type: 'text',
      autoComplete: 'off',
      placeholder: clockTimeText('09:30', pattern),
      value: shown ?? clockTimeText(value, pattern),
      onFocus: () => setIsFocused(true),
      onBlur: () => {
        setIsFocused(false)
        settle()
      },
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setTyped(target.value)
        if (target.value.trim() === '' || isWholeClockTime(target.value))
          take(readClockTime(target.value) ?? '')
      },
      // Before the form that these keys send looks at its values.
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' || isSaveKey(event)) flushSync(settle)
      },
    },
    /** What is wrong with what stands there. */
    problem: !isFocused && shown !== null && shown.trim() !== '' ? whyNoTime(shown.trim()) : undefined,
  }
}
