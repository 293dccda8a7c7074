import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { useField } from 'formik'
import { dateFormats } from '../dates'
import { FieldFrame, type FieldProps } from './FieldFrame'

const written = 'YYYY-MM-DD'

/** A calendar day: a 'YYYY-MM-DD' that no time zone shifts, or null. */
export const DateField = (frame: FieldProps) => {
  const [{ value }, , { setValue }] = useField<string | null>(frame.name)
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <DatePicker
          {...input}
          name={frame.name}
          format={[dateFormats.day, written]}
          placeholder={dateFormats.day}
          status={input['aria-invalid'] ? 'error' : ''}
          value={value === null ? null : dayjs(value, written)}
          onChange={(day) => void setValue(day ? day.format(written) : null)}
        />
      )}
    </FieldFrame>
  )
}
