import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { readClockTime } from '../../contract/clockTime'
import { clockTimeText, isWholeClockTime, whyNoTime } from '../value/clockTime'
import { useTimePattern } from '../value/useDateWords'
import { isSaveKey } from '../page/keyboardEvents'

/**
 * A text input for a time of day, since the native one cannot follow the preferred clock format. A time with minutes is
 * accepted while typing, shorter ones on blur or submit. Invalid input is reported and stays.
 * @param value 'HH:mm', '' for none.
 * @param change called with the time, '' for none, and the invalid input, else ''
 * @param options the earlier invalid input, and whether no time is possible: invalid input is not kept then
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
  // Another time set from outside replaces invalid input.
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
      // Before the form submitted by these keys reads its values.
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' || isSaveKey(event)) flushSync(settle)
      },
    },
    /** The error of the current input. */
    problem: !isFocused && shown !== null && shown.trim() !== '' ? whyNoTime(shown.trim()) : undefined,
  }
}
