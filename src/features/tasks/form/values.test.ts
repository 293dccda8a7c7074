import { blank } from '../../../testing/builders'
import { createBody, custom, schema, valuesFrom } from './values'

/** An evening in Chicago that is the next day in UTC. */
const evening = new Date('2027-03-05T02:30:00Z')

beforeEach(() => void jest.useFakeTimers({ now: evening }))
afterEach(() => void jest.useRealTimers())

const task = { ...blank('todos'), id: 1, time_needed: '00:30:00', completed_within: 7 }

describe('the days of a task', () => {
  it('[TASK-1] are counted from the local day of the author', () => {
    const values = { ...valuesFrom(undefined), time_needed: 30 as const, completed_within: 1 as const }
    expect(createBody(values, undefined)).toMatchObject({ completed_within: 1, counted_from: '2027-03-04' })
  })

  it('[TASK-1] begin with that day, too, where they are no preset', () => {
    const made = { ...task, created_at: evening.toISOString(), due_date: '2027-03-11' }
    expect(valuesFrom({ ...made, counted_from: '2027-03-04' }).start_time).toBe('2027-03-04')
    expect(valuesFrom(made).start_time).toBe('2027-03-05')
  })

  it.each([
    ['2027-03-05', '2027-03-04', 'End must be after start'],
    ['2027-03-05', '2026-12-31', 'End must be after start'],
    ['2027-03-05', '2027-03-05', undefined],
    ['2027-03-05', '2027-04-01', undefined],
    ['2027-03-05', null, 'Please enter custom field.'],
  ])('[TASK-1] from %s to %s are told of by the form: %s', (start_time, end_time, told) => {
    const values = { ...valuesFrom(task), completed_within: custom, start_time, end_time }
    let problem: string | undefined
    try {
      schema.validateSyncAt('end_time', values)
    } catch (error) {
      problem = (error as Error).message
    }
    expect(problem).toBe(told)
  })
})
