import type { Page } from 'playwright-core'
import { bureauSearch } from '../../src/contract/bureau'
import type { State } from '../captureState'
import type { Shown } from './shown'
import { loading, press, retry } from './steps'

/** The credit bureau's search, by itself and for an opportunity; its registry has five laundries in one city. */
export const bureauStates = ({ bare }: Shown): readonly State[] => {
  const search = '/mpg/organizations/experian/search'
  const asked = 'state=ID&city=Nampa&organization_name='
  const calls = `**${bureauSearch.path}`
  const found = (page: Page) => page.getByRole('region', { name: 'Results' }).waitFor()
  return [
    { name: 'bureau', path: search },
    {
      name: 'bureau-wrong',
      path: search,
      prepare: async (page) => {
        await press('Search')(page)
        await page.getByText('Please provide a valid city.').first().waitFor()
      },
    },
    { name: 'bureau-results', path: `${search}?${asked}laundry`, prepare: found },
    { name: 'bureau-no-match', path: `${search}?${asked}zzyzx` },
    {
      name: 'bureau-failed',
      path: `${search}?${asked}laundry`,
      answers: { [calls]: 'refusal' },
      prepare: retry,
    },
    {
      name: 'bureau-loading',
      path: `${search}?${asked}laundry`,
      answers: { [calls]: 'nothing' },
      prepare: loading,
    },
    {
      name: 'bureau-queue',
      path: `${search}?opportunity=${bare}&${asked}laundry`,
      prepare: async (page) => {
        await press('Select Marlobourne Laundry')(page)
        await press('Select Isterfold Laundry')(page)
      },
    },
  ]
}
