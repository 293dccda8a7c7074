import { useFormikContext } from 'formik'
import { MomentField } from '../../ui/form/MomentField'
import { useProblem } from '../../ui/form/useProblem'
import { endHint, type Times } from './schema'

interface TimeFieldsProps {
  labels: Readonly<Record<keyof Times, string>>
  /** Minutes after the start at which the end is proposed; none is where that is not said. */
  proposes?: number
}

/** When something begins and ends. A start that is moved takes the end along (ACT-2, SCH-1). */
export const TimeFields = ({ labels, proposes }: TimeFieldsProps) => {
  const { values, setFieldValue } = useFormikContext<Times>()
  const hint = endHint(useProblem('end'))
  const follow = (next: number) => {
    const { start, end } = values
    if (end === null) {
      if (proposes !== undefined) void setFieldValue('end', next + proposes * 60)
      return
    }
    // Of what is not a moment, or the wrong way round, there is no length.
    const isLong = typeof start === 'number' && typeof end === 'number' && start <= end
    if (isLong) void setFieldValue('end', next + end - start)
  }
  return (
    <div className="field-grid">
      <MomentField name="start" label={labels.start} required chosen={follow} />
      <MomentField name="end" label={labels.end} {...(hint !== undefined && { hint })} />
    </div>
  )
}
