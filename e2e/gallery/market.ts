import type { Page } from 'playwright-core'
import type { State } from '../captureState'
import { openDialog } from './steps'

const file = {
  name: 'holidays.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Date,Holiday,Note\n1/1/2040,New Year,\n12/24/2040,Christmas Eve,\nsoon,Labor Day,\n'),
}

const propose = async (page: Page) => {
  await openDialog('Import')(page)
  await page.getByLabel('browse').setInputFiles(file)
  await page.getByText('2 new, 0 the same, 0 replaced, 1 refused.').waitFor()
}

/** What prices rest on, as the provider's team sees it. */
export const marketStates: readonly State[] = [
  { name: 'curves', path: '/mpg/curves' },
  { name: 'curves-import', path: '/mpg/curves', prepare: openDialog('Import') },
  { name: 'heat-contents', path: '/mpg/heat-contents' },
  { name: 'market-holidays', path: '/mpg/market-holidays' },
  { name: 'market-holidays-import', path: '/mpg/market-holidays', prepare: propose },
  { name: 'imports', path: '/mpg/imports' },
]
