import { workingHoursPath } from '../../src/resources/workingHours/paths'
import type { State } from '../captureState'
import { press } from './steps'

export const anonymousHoursStates: readonly State[] = [
  { name: 'working-hours-anonymous', path: workingHoursPath },
]

export const workingHoursStates: readonly State[] = [
  { name: 'working-hours', path: workingHoursPath },
  {
    name: 'working-hours-wrong',
    path: workingHoursPath,
    prepare: async (page) => {
      await page.getByLabel('Tuesday, start').fill('18:00')
      await page.getByLabel('Wednesday, end').fill('')
      await press('Save')(page)
      await page.getByText('End must be after start.').waitFor()
    },
  },
]
