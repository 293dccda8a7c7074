import { useId } from 'react'
import { Input } from '../antd/Input'
import { useClockInput } from './useClockInput'

interface ClockInputProps {
  'aria-label': string
  disabled: boolean
  /** 'HH:mm', '' for none. */
  value: string
  change: (time: string) => void
}

/** A time of day beside a date, shown and typed by the clock that somebody prefers. */
export const ClockInput = ({ value, change, ...rest }: ClockInputProps) => {
  const id = useId()
  const { input, problem } = useClockInput(value, change)
  return (
    <div>
      <Input
        {...input}
        {...rest}
        {...(problem && { status: 'error', 'aria-invalid': true, 'aria-describedby': id })}
      />
      {problem && (
        <p className="problem" id={id}>
          {problem}
        </p>
      )}
    </div>
  )
}
