import { useFormikContext } from 'formik'
import { secondsOfDay } from '../../contract/allDay'
import { MomentField } from '../../ui/form/MomentField'
import { useProblem } from '../../ui/form/useProblem'
import { SwitchField } from '../../ui/form/SwitchField'
import { fieldMetaOf } from '../kit/fieldMeta'
import { activityFieldMeta } from './fieldMeta'
import { endHint, type Times } from './schema'
import { WholeDayField } from './WholeDayField'
import { withWholeDays } from './wholeDays'

interface TimeFieldsProps {
  labels: Readonly<Record<'start' | 'end', string>>
  /** Minutes after the start of the suggested end; without it, none is suggested. */
  proposes?: number
}

/** The end after a moved start; undefined where it stays. */
const endAfter = (
  { start, end, all_day }: Times,
  next: number,
  proposes: number | undefined,
): number | undefined => {
  if (end === null && all_day) return next + secondsOfDay
  if (end === null) return proposes === undefined ? undefined : next + proposes * 60
  // Invalid or reversed times have no duration.
  const isLong = typeof start === 'number' && typeof end === 'number' && start <= end
  return isLong ? next + end - start : undefined
}

/** Start and end, with times or as whole days. A moved start moves the end (ACT-2, SCH-1). */
export const TimeFields = ({ labels, proposes }: TimeFieldsProps) => {
  const { values, setValues } = useFormikContext<Times>()
  const hint = endHint(useProblem('end'))
  const follow = (next: number) => {
    const end = endAfter(values, next, proposes)
    // Both at once: otherwise the second would be validated against the first one's old value.
    if (end !== undefined) void setValues({ ...values, start: next, end })
  }
  const begin = { name: 'start', label: labels.start, required: true, chosen: follow }
  const close = { name: 'end', label: labels.end, ...(hint !== undefined && { hint }) }
  return (
    <>
      <SwitchField
        name="all_day"
        label={fieldMetaOf(activityFieldMeta, 'all_day').label}
        choose={(isWhole) => void setValues(withWholeDays(values, isWhole))}
      />
      <div className="field-grid">
        {values.all_day ? (
          <>
            <WholeDayField {...begin} />
            <WholeDayField {...close} isLast />
          </>
        ) : (
          <>
            <MomentField {...begin} />
            <MomentField {...close} />
          </>
        )}
      </div>
    </>
  )
}
