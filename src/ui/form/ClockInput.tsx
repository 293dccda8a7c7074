import { Input } from '../antd/Input'
import { useClockInput } from './useClockInput'

interface ClockInputProps {
  'aria-label': string
  /** Id of the field's error message. */
  'aria-describedby'?: string | undefined
  disabled: boolean
  /** 'HH:mm', '' for none. */
  value: string
  /** Input that is not a valid time; '' for none. */
  unread: string
  change: (time: string, unread: string) => void
}

/** The time input beside a date, in the user's preferred clock format. */
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
