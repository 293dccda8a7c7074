import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { clockTimeText, isWholeClockTime, readClockTime } from '../value/clockTime'
import { useTimePattern } from '../value/useDateWords'
import { isSaveKey } from './saveKey'

/**
 * A text box for a time of day, which the browser's own could not show by the clock that somebody prefers. A time
 * with its minutes counts as soon as it stands there, shorter ones once the box is left or the form is sent. What
 * cannot be read counts as nothing, and stays to be mended.
 * @param value 'HH:mm', '' for none.
 */
export const useClockInput = (value: string, change: (time: string) => void) => {
  const pattern = useTimePattern()
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  // Another time from elsewhere takes the place of what could not be read.
  const shown = typed !== null && (isFocused || value === '') ? typed : null

  const take = (time: string) => {
    if (time !== value) change(time)
  }
  const settle = () => {
    if (typed === null) return
    const time = readClockTime(typed)
    take(time ?? '')
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
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' || isSaveKey(event)) settle()
      },
    },
    /** What is wrong with what stands there. */
    problem:
      !isFocused && shown !== null && shown.trim() !== ''
        ? `“${shown.trim()}” is no time. Write it as ${clockTimeText('21:30', 'h:mm A')} or 21:30.`
        : undefined,
  }
}
