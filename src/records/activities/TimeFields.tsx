import { useFormikContext } from 'formik'
import { MomentField } from '../../ui/form/MomentField'
import { useProblem } from '../../ui/form/useProblem'
import { endHint, type Times } from './schema'

interface TimeFieldsProps {
  labels: Readonly<Record<keyof Times, string>>
  /** Minutes after the start at which the end is proposed; none is where that is not said. */
  proposes?: number
}

/** Where the end goes with a start that is moved; undefined where it stays. */
const endAfter = ({ start, end }: Times, next: number, proposes: number | undefined): number | undefined => {
  if (end === null) return proposes === undefined ? undefined : next + proposes * 60
  // Of what is not a moment, or the wrong way round, there is no length.
  const isLong = typeof start === 'number' && typeof end === 'number' && start <= end
  return isLong ? next + end - start : undefined
}

/** When something begins and ends. A start that is moved takes the end along (ACT-2, SCH-1). */
export const TimeFields = ({ labels, proposes }: TimeFieldsProps) => {
  const { values, setValues } = useFormikContext<Times>()
  const hint = endHint(useProblem('end'))
  const follow = (next: number) => {
    const end = endAfter(values, next, proposes)
    // Both at once: one after the other, the second would be checked beside what the first has been.
    if (end !== undefined) void setValues({ ...values, start: next, end })
  }
  return (
    <div className="field-grid">
      <MomentField name="start" label={labels.start} required chosen={follow} />
      <MomentField name="end" label={labels.end} {...(hint !== undefined && { hint })} />
    </div>
  )
}
