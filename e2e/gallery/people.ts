import { sessionsPath } from '../../src/contract/session'
import { userPaths } from '../../src/resources/users/paths'
import type { State } from '../captureState'
import { openDialog, press, retry } from './steps'

export const accountStates: readonly State[] = [
  { name: 'account', path: userPaths.account },
  {
    name: 'account-wrong',
    path: userPaths.account,
    prepare: async (page) => {
      await page.getByLabel(/^New password( \*)?$/).fill('short')
      await press('Change password')(page)
      await page.getByText('At least 15 characters.', { exact: true }).waitFor()
    },
  },
  {
    name: 'account-devices-failed',
    path: userPaths.account,
    answers: { [`**${sessionsPath}`]: 'refusal' },
    prepare: retry,
  },
  { name: 'users-refused', path: userPaths.list },
]

/** Pages of the provider's team. */
export const teamStates: readonly State[] = [
  { name: 'users', path: userPaths.list },
  { name: 'users-none', path: `${userPaths.list}?q=nobody-of-that-name` },
  { name: 'users-create', path: userPaths.list, prepare: openDialog('Create User') },
  {
    name: 'users-deactivate',
    path: userPaths.list,
    prepare: async (page) => {
      await press('Actions for broker')(page)
      await page.getByRole('menuitem', { name: 'Deactivate' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
