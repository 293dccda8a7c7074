import type { Page } from 'playwright-core'
import type { State } from '../captureState'
import { openDialog, press, retry } from './steps'

const list = '/activities'
const calls = '**/activities/api/activities/**'

/** Opens the first event that the signed-in user participates in, and so may change. */
const openOwn = async (page: Page) => {
  await page.locator('.event-grid-marked').first().click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
}
const edit = async (page: Page) => {
  await openOwn(page)
  await press('Edit')(page)
  await page.getByRole('button', { name: 'Delete Event' }).waitFor()
}
const calendar = async (page: Page) => {
  await openDialog('Calendar')(page)
  await page.locator('.rbc-event').first().waitFor()
}

export const activityStates: readonly State[] = [
  {
    name: 'activities-month',
    path: list,
    prepare: (page) => page.locator('.rbc-event').first().waitFor(),
  },
  {
    name: 'activities-week',
    path: `${list}?view=week`,
    prepare: (page) => page.locator('.rbc-time-content').waitFor(),
  },
  {
    name: 'activities-list',
    path: `${list}?view=list`,
    prepare: (page) => page.locator('.day-list').first().waitFor(),
  },
  { name: 'activities-failed', path: list, answers: { [calls]: 'refusal' }, prepare: retry },
  { name: 'activity-view', path: list, prepare: openOwn },
  { name: 'activity-edit', path: list, prepare: edit },
  {
    name: 'activity-delete',
    path: list,
    prepare: async (page) => {
      await edit(page)
      await press('Delete Event')(page)
      await page.getByText('Are you sure?').waitFor()
    },
  },
  {
    name: 'activity-new',
    path: list,
    prepare: async (page) => {
      await openDialog('Add Activity')(page)
      await press('Save')(page)
      await page.getByText('This field is required.').first().waitFor()
    },
  },
  { name: 'calendar-dialog', path: '/mpg/tags', prepare: calendar },
  {
    name: 'scheduler',
    path: '/mpg/tags',
    prepare: async (page) => {
      await openDialog('Scheduler')(page)
      await press('Save')(page)
      await page.getByText('Please enter all fields required.').first().waitFor()
    },
  },
]
