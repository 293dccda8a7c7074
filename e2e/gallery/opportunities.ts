import type { Page } from 'playwright-core'
import { contract } from '../../src/contract'
import type { State } from '../captureState'
import type { Shown } from './shown'
import { loading, openDialog, press, retry } from './steps'

/** Completes the steps of the wizard, up to one of them. */
const proceed = (steps: 1 | 2) => async (page: Page) => {
  await page.getByLabel('Opportunity Name').fill('Harbor Mills 2027')
  await press('Next')(page)
  if (steps === 1) return
  await page.getByRole('radio', { name: 'DIRECT', exact: true }).check()
  await page.getByLabel('Expected Close Date').fill('04/30/2027')
  await page.getByLabel('Estimated Annual Volume').fill('250,000')
  await press('Next')(page)
  await page.getByRole('button', { name: 'Save & Add Bid' }).waitFor()
}

export const opportunityStates = ({ deal, bare, tag }: Shown): readonly State[] => {
  const list = '/mpg/opportunities'
  const record = `${list}/${deal}`
  const bareRecord = `${list}/${bare}`
  const calls = {
    list: `**${contract.opportunities.path}?*`,
    deal: `**${contract.opportunities.path}${deal}/*`,
    notes: `**${contract.notes.path}?*`,
    files: `**${contract.files.path}?*`,
  }
  return [
    { name: 'reports', path: '/mpg/reports?period=custom&from=2020-01-01' },
    { name: 'reports-none', path: '/mpg/reports?period=custom&from=2000-01-01&to=2000-12-31' },
    { name: 'opportunities', path: list },
    { name: 'opportunities-compact', path: list, prepare: press('Compact') },
    // The choice is stored.
    {
      name: 'opportunities-columns',
      path: list,
      prepare: async (page) => {
        await press('Compact')(page)
        await press('Columns')(page)
      },
    },
    { name: 'opportunities-filter', path: list, prepare: press('Filter by tag') },
    { name: 'opportunities-filtered', path: `${list}?tags=${tag}` },
    { name: 'opportunities-no-match', path: `${list}?q=nothing-is-called-that` },
    { name: 'opportunities-none', path: list, answers: { [calls.list]: 'empty list' } },
    { name: 'opportunities-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'opportunities-loading', path: list, answers: { [calls.list]: 'nothing' }, prepare: loading },
    { name: 'opportunity', path: `${record}/details` },
    { name: 'opportunity-bare', path: `${bareRecord}/details` },
    { name: 'opportunity-show-empty', path: `${bareRecord}/details`, prepare: press('Show empty: Source') },
    {
      name: 'opportunity-failed',
      path: `${record}/details`,
      answers: { [calls.deal]: 'refusal' },
      prepare: retry,
    },
    {
      name: 'opportunity-loading',
      path: `${record}/details`,
      answers: { [calls.deal]: 'nothing' },
      prepare: loading,
    },
    { name: 'opportunity-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    {
      name: 'bid-menu',
      path: `${record}/details`,
      prepare: async (page) => {
        await press(/^Actions for /)(page)
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'notes-failed',
      path: `${record}/details`,
      answers: { [calls.notes]: 'refusal' },
      prepare: retry,
    },
    { name: 'note-new', path: `${record}/details`, prepare: openDialog('Add Note') },
    { name: 'organizations', path: `${record}/organizations` },
    { name: 'organizations-none', path: `${bareRecord}/organizations` },
    {
      name: 'organization-remove',
      path: `${record}/organizations`,
      prepare: openDialog(/^Remove /),
    },
    { name: 'files', path: `${record}/files` },
    { name: 'files-none', path: `${bareRecord}/files` },
    { name: 'files-failed', path: `${record}/files`, answers: { [calls.files]: 'refusal' }, prepare: retry },
    { name: 'opportunity-edit', path: `${record}/edit` },
    {
      name: 'opportunity-edit-wrong',
      path: `${record}/edit`,
      prepare: async (page) => {
        await page.getByLabel('Opportunity Name').fill('')
        await press('Save')(page)
        await page.getByText('This field is required').first().waitFor()
      },
    },
    {
      name: 'opportunity-edit-leave',
      path: `${bareRecord}/edit`,
      prepare: async (page) => {
        await page.getByLabel('Broker Name').fill('Basin Energy Partners')
        await page.getByRole('link', { name: 'Opportunities' }).first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'opportunity-new', path: `${list}/new` },
    { name: 'opportunity-new-source', path: `${list}/new`, prepare: proceed(1) },
    { name: 'opportunity-new-review', path: `${list}/new`, prepare: proceed(2) },
  ]
}
