import { contract } from '../../src/contract'
import type { State } from '../captureState'
import type { Shown } from './shown'
import { loading, openDialog, retry, saveTooEarly } from './steps'

export const addressStates = ({ address, organization, contact }: Shown): readonly State[] => {
  const list = '/mpg/addresses'
  const record = `${list}/${address}`
  const calls = { list: `**${contract.addresses.path}?*`, one: `**${contract.addresses.path}${address}/*` }
  return [
    { name: 'address-list', path: list },
    { name: 'address-list-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'address', path: `${record}/details` },
    {
      name: 'address-loading',
      path: `${record}/details`,
      answers: { [calls.one]: 'nothing' },
      prepare: loading,
    },
    { name: 'address-organizations', path: `${record}/organizations?show=all` },
    { name: 'address-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    { name: 'address-edit', path: `${record}/edit` },
    { name: 'address-new-wrong', path: `${list}/create?org_id=${organization}`, prepare: saveTooEarly },
    {
      name: 'address-new-pasted',
      path: `${list}/create`,
      prepare: async (page) => {
        await page.getByLabel('Address Street').fill('7 Kiln Street, Marfa, TX 79843')
        await page.getByText('This is a whole address.').waitFor()
      },
    },
    { name: 'link-organizations-wrong', path: `${record}/organization/add`, prepare: saveTooEarly },
    {
      name: 'link-contact-wrong',
      path: `/mpg/organizations/${organization}/contact/add`,
      prepare: saveTooEarly,
    },
    { name: 'link-edit', path: `/mpg/contacts/${contact}/organization/${organization}/edit` },
  ]
}
