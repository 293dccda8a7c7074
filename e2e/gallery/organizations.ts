import type { Page } from 'playwright-core'
import { contract } from '../../src/contract'
import type { State } from '../captureState'
import type { Shown } from './shown'
import { loading, openDialog, press, retry, saveTooEarly } from './steps'

export const organizationStates = ({ organization, taxId }: Shown): readonly State[] => {
  const list = '/mpg/organizations'
  const record = `${list}/${organization}`
  const calls = {
    list: `**${contract.organizations.path}?*`,
    one: `**${contract.organizations.path}${organization}/*`,
    // They include the name of their organization.
    links: `**${contract.organizationAddresses.path}?*`,
  }
  const mapped = (page: Page) => page.getByRole('heading', { name: 'Map' }).waitFor()
  return [
    { name: 'organization-list', path: list },
    { name: 'organization-list-no-match', path: `${list}?q=nothing-is-called-that` },
    { name: 'organization-list-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'organization-list-loading', path: list, answers: { [calls.list]: 'nothing' }, prepare: loading },
    { name: 'organization', path: `${record}/details`, prepare: mapped },
    {
      name: 'organization-failed',
      path: `${record}/details`,
      answers: { [calls.one]: 'refusal' },
      prepare: retry,
    },
    {
      name: 'organization-loading',
      path: `${record}/details`,
      answers: { [calls.one]: 'nothing', [calls.links]: 'nothing' },
      prepare: loading,
    },
    { name: 'organization-contacts', path: `${record}/contacts` },
    { name: 'organization-addresses', path: `${record}/addresses`, prepare: mapped },
    { name: 'organization-bids', path: `${record}/bids` },
    { name: 'organization-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    { name: 'organization-edit', path: `${record}/edit` },
    { name: 'organization-new', path: `${list}/create` },
    {
      name: 'organization-new-wrong',
      path: `${list}/create`,
      prepare: saveTooEarly,
    },
    {
      name: 'organization-new-twin',
      path: `${list}/create?name=Harbor%20Mills&state=ID`,
      prepare: async (page) => {
        await page.getByLabel('Tax ID', { exact: true }).fill(taxId)
        await press('Save')(page)
        await page.getByRole('dialog').waitFor()
      },
    },
  ]
}
