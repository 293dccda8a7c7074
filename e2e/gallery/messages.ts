import type { Page } from 'playwright-core'
import { contract } from '../../src/contract'
import type { State } from '../captureState'
import { openDialog, press, retry } from './steps'

const list = '/mpg/inbox'
const templates = '/mpg/message-templates'
const calls = `**${contract.messages.path}?*`

const openFirst = async (page: Page) => {
  await page.locator('.inbox-subject').first().click()
  await page.getByRole('list', { name: 'Conversation' }).waitFor()
}

export const messageStates: readonly State[] = [
  { name: 'inbox', path: list },
  { name: 'inbox-sent', path: `${list}?direction=sent` },
  { name: 'inbox-none', path: list, answers: { [calls]: 'empty list' } },
  { name: 'inbox-failed', path: list, answers: { [calls]: 'refusal' }, prepare: retry },
  { name: 'inbox-delete', path: list, prepare: openDialog(/^Delete /) },
  { name: 'inbox-message', path: list, prepare: openFirst },
  {
    name: 'inbox-reply',
    path: list,
    prepare: async (page) => {
      await openFirst(page)
      await openDialog('Reply')(page)
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
    },
  },
  { name: 'message-templates', path: templates },
  { name: 'message-template-new', path: templates, prepare: openDialog('Create Message Template') },
  {
    name: 'message-from-template',
    path: list,
    prepare: async (page) => {
      await openDialog('Write message')(page)
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      await press('Use template')(page)
      await page.getByLabel('Template').selectOption({ label: 'First contact' })
      await page.getByText(/^Not known here/).waitFor()
    },
  },
  {
    name: 'message-new',
    path: list,
    prepare: async (page) => {
      await openDialog('Write message')(page)
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      await press('Send')(page)
      await page.getByText('This field is required').first().waitFor()
    },
  },
  {
    name: 'help',
    path: list,
    prepare: async (page) => {
      await openDialog('Help')(page)
      await page.getByRole('textbox', { name: 'How can we help?' }).waitFor()
    },
  },
]
