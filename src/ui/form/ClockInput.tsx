import { Input } from '../antd/Input'
import { useClockInput } from './useClockInput'

interface ClockInputProps {
  'aria-label': string
  /** Where the field says what is wrong with it. */
  'aria-describedby'?: string | undefined
  disabled: boolean
  /** 'HH:mm', '' for none. */
  value: string
  /** What stands there instead and could not be read as a time; '' for nothing. */
  unread: string
  change: (time: string, unread: string) => void
}

/** A time of day beside a date, shown and typed by the clock that somebody prefers. */
export const ClockInput = ({ value, unread, change, disabled, ...rest }: ClockInputProps) => {
  const { input } = useClockInput(value, change, { unread, isOff: disabled })
  return (
    <Input
      {...input}
      {...rest}
      disabled={disabled}
      {...(unread && { status: 'error', 'aria-invalid': true })}
    />
  )
}
