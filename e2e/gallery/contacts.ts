import type { Page } from 'playwright-core'
import { contract } from '../../src/contract'
import type { State } from '../captureState'
import type { Shown } from './shown'
import { loading, openDialog, press, retry, saveTooEarly } from './steps'

export const contactStates = ({ contact, organization }: Shown): readonly State[] => {
  const list = '/mpg/contacts'
  const record = `${list}/${contact}`
  const calls = {
    list: `**${contract.contacts.path}?*`,
    one: `**${contract.contacts.path}${contact}/*`,
    events: `**${contract.activities.path}?*`,
    profile: '**/fetch/**',
  }
  const askProfile = async (page: Page) => {
    await page.getByLabel('LinkedIn URL').fill('https://linkedin.example/in/somebody')
    await press('Fetch Profile')(page)
  }
  return [
    { name: 'contact-list', path: list },
    { name: 'contact-list-no-match', path: `${list}?q=nobody-is-called-that` },
    { name: 'contact-list-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'contact-list-loading', path: list, answers: { [calls.list]: 'nothing' }, prepare: loading },
    { name: 'contact', path: `${record}/details` },
    {
      name: 'contact-loading',
      path: `${record}/details`,
      answers: { [calls.one]: 'nothing' },
      prepare: loading,
    },
    {
      name: 'contact-events-failed',
      path: `${record}/details`,
      answers: { [calls.events]: 'refusal' },
      prepare: retry,
    },
    { name: 'contact-organizations', path: `${record}/organizations` },
    { name: 'contact-files', path: `${record}/files` },
    {
      name: 'contact-profile-not-ready',
      path: `${record}/details`,
      answers: { [calls.profile]: 'refusal' },
      prepare: async (page) => {
        await askProfile(page)
        await page.getByText('The profile is not ready.').waitFor()
      },
    },
    // The last state: once the held answer is released, the profile exists.
    {
      name: 'contact-profile-fetching',
      path: `${record}/details`,
      answers: { [calls.profile]: 'nothing' },
      prepare: async (page) => {
        await askProfile(page)
        await page.getByText('Fetching Profile...').waitFor()
      },
    },
    { name: 'contact-arrange', path: `${record}/details`, prepare: openDialog('Task or Meeting') },
    { name: 'contact-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    { name: 'contact-edit', path: `${record}/edit` },
    { name: 'contact-edit-link', path: `${record}/edit?org_id=${organization}` },
    { name: 'contact-new', path: `${list}/create` },
    {
      name: 'contact-new-wrong',
      path: `/mpg/organizations/${organization}/contact/create`,
      prepare: saveTooEarly,
    },
  ]
}
