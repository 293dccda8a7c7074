import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

it.each([1440, 390])('[IMP-7] imports organizations and takes them back, at %i px', async (width) => {
  const mark = randomBytes(4).toString('hex')
  const { page } = await newSession({ viewport: { width, height: 900 } })
  const found = () =>
    callAs<ListAnswer<Row<'organizations'>>>('broker', 'GET', `${contract.organizations.path}?q=${mark}`)
  await signIn(page, 'broker', '/mpg/organizations')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Organizations' })
  const file = [
    'Company;Street;City;State;Weg',
    `Imported ${mark};1 Mill Lane;Larkfield;Texas;x`,
    `Second ${mark};;;TX;`,
    `Third ${mark};;;Nowhere;`,
  ]
  await dialog.getByLabel('browse').setInputFiles({
    name: 'organizations.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file.join('\r\n'), 'utf16le'),
  })
  await dialog.getByText('2 new, 0 unchanged or skipped, 0 changed, 1 refused.').waitFor()
  await dialog.getByText('State: No state is called Nowhere.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download refused rows' }).click()
  expect((await download).suggestedFilename()).toBe('refused.csv')
  await dialog.getByRole('button', { name: 'Commit' }).click()
  await dialog.getByRole('heading', { name: 'Stored', exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect((await found()).count).toBe(2)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('Everything is as it was before the import.').waitFor()
  expect((await found()).count).toBe(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
})
