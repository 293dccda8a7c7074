import { array, boolean, object, string, type ObjectSchema } from 'yup'
import { problems } from '../../../contract/problems'
import { hoursProblems, weekdays, type WeekHours } from '../../../contract/weekHours'
import { browserTimeZone } from '../../../ui/value/timeZone'

/** The form's values of a day: times are kept while the day is off, to be restored. */
interface DayValues {
  works: boolean
  start: string
  end: string
}

export interface HoursValues {
  timeZone: string
  days: DayValues[]
}

/** Defaults without stored hours: office hours from Monday to Friday. */
const offered = { start: '09:00', end: '17:00' }
const workdays = 5

/** Initial values of the form. */
export const valuesFrom = (hours: WeekHours | null): HoursValues => ({
  timeZone: hours?.time_zone ?? browserTimeZone(),
  days: weekdays.map((_, index) => {
    const day = hours?.days[index]
    return { ...offered, ...day, works: hours ? Boolean(day) : index < workdays }
  }),
})

/** The hours from the form's values. */
export const hoursFrom = ({ timeZone, days }: HoursValues): WeekHours => ({
  time_zone: timeZone,
  days: days.map(({ works, start, end }) => (works ? { start, end } : null)),
})

const givenOf = (parent: unknown) => parent as DayValues

/** Formik passes undefined for '', which `ensure` reverts. */
const daySchema = object({
  works: boolean().defined(),
  start: string()
    .ensure()
    .test('given', problems.required, (value, { parent }) => !givenOf(parent).works || value !== ''),
  end: string()
    .ensure()
    .test('given', problems.required, (value, { parent }) => !givenOf(parent).works || value !== '')
    .test('order', hoursProblems.order, (value, { parent }) => {
      const { works, start } = givenOf(parent)
      return !works || start === '' || value === '' || value > start
    }),
})

/** The server's rules and texts. */
export const hoursSchema: ObjectSchema<HoursValues> = object({
  timeZone: string().required(),
  days: array().of(daySchema).required(),
})
