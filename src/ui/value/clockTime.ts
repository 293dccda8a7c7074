import dayjs from 'dayjs'
import { readClockTime } from '../../contract/clockTime'
import { tidyText } from '../../contract/textRules'

/** Whether the input is complete: hours and minutes with a separator. */
export const isWholeClockTime = (text: string): boolean =>
  /^\d{1,2}[:.]\d{2}/.test(tidyText(text, 'identifier')) && readClockTime(text) !== null

/** The error of an invalid time. */
export const whyNoTime = (text: string): string => `“${text}” is no time. Write it as 9:30 PM or 21:30.`

/** Formats 'HH:mm' by a dayjs pattern; '' for ''. */
export const clockTimeText = (time: string, pattern: string): string =>
  time === '' ? '' : dayjs(`2000-01-01T${time}`).format(pattern)
