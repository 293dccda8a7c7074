import type { State } from '../captureState'
import { openDialog, press } from './steps'

const list = '/mpg/tasks'

export const taskStates: readonly State[] = [
  { name: 'tasks', path: list },
  {
    name: 'task-new',
    path: list,
    prepare: async (page) => {
      await openDialog('Create task')(page)
      await press('Save')(page)
      await page.getByText('Title is required').first().waitFor()
    },
  },
  { name: 'task-edit', path: list, prepare: openDialog(/^Edit /) },
]
