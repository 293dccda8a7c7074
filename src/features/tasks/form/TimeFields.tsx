import { useFormikContext } from 'formik'
import { maxTaskMinutes, taskDays, taskMinutes } from '../../../contract/todos'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { taskFieldMeta } from '../../../resources/tasks/fieldMeta'
import { DateField } from '../../../ui/form/DateField'
import { NumberField } from '../../../ui/form/NumberField'
import { OptionField } from '../../../ui/form/OptionField'
import { counted } from '../../../ui/value/numbers'
import { custom, type TaskValues } from './values'

const optionsOf = (
  values: readonly number[],
  noun: string,
): { value: number | typeof custom; label: string }[] => [
  ...values.map((value) => ({ value, label: counted(value, noun) })),
  { value: custom, label: 'Custom' },
]
const minutes = optionsOf(taskMinutes, 'minute')
const days = optionsOf(taskDays, 'day')

const labelOf = (name: 'time_needed' | 'completed_within' | 'start_time' | 'end_time') =>
  fieldMetaOf(taskFieldMeta, name).label

/** The duration of a task, and its time window in days (TASK-1). */
export const TimeFields = () => {
  const { values } = useFormikContext<TaskValues>()
  return (
    <div className="field-grid">
      <OptionField<number | typeof custom>
        name="time_needed"
        label={labelOf('time_needed')}
        required
        options={minutes}
        none={null}
      />
      {values.time_needed === custom ? (
        <NumberField
          name="custom_minutes"
          label="Custom time"
          required
          unit="minutes"
          keepWithin={[1, maxTaskMinutes]}
        />
      ) : (
        <span />
      )}
      <OptionField<number | typeof custom>
        name="completed_within"
        label={labelOf('completed_within')}
        required
        options={days}
        none={null}
      />
      <span />
      {values.completed_within === custom && (
        <>
          <DateField name="start_time" label={labelOf('start_time')} required />
          <DateField name="end_time" label={labelOf('end_time')} required />
        </>
      )}
    </div>
  )
}
