import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { notes, opportunities } = contract

it('[VIEW-2] saves a list as a shared view by keyboard, and a colleague opens its link', async () => {
  const name = `Mill ${randomBytes(4).toString('hex')}`
  await callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, { opportunity_name: name })
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/opportunities?sort=-created_at')
  await page.getByRole('searchbox', { name: 'Search opportunities' }).fill(name)
  await page.getByText('Showing 1 to 1 of 1 entries').waitFor()

  await page.getByRole('button', { name: 'Views' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Latest first' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save as a view' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save View' })
  await dialog.getByLabel('Name').fill(`View of ${name}`)
  await dialog.getByRole('switch', { name: 'Shared with all users' }).click()
  await page.keyboard.press('Control+s')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `View: View of ${name}` }).waitFor()
  const link = page.url()
  expect(new URL(link).searchParams.get('sort')).toBe('-created_at')

  const { page: theirs } = await newSession()
  await signIn(theirs, 'customer', new URL(link).pathname + new URL(link).search)
  await theirs.getByRole('button', { name: `View: View of ${name}` }).waitFor()
  await theirs.getByText('Showing 1 to 1 of 1 entries').waitFor()
})

it('[VIEW-1, VIEW-2] filters a list by keyboard, keeps that on reload and in a view, and takes it back', async () => {
  const name = `Mill ${randomBytes(4).toString('hex')}`
  for (const [broker_name, sales_annual_volume_manual] of [
    ['Quillfeather', 5_000],
    ['Ashdown', 50],
  ] as const)
    await callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, {
      opportunity_name: `${name} ${broker_name}`,
      ...{ broker_name, sales_annual_volume_manual, dekatherms: true },
    })
  const { page } = await newSession()
  await signIn(page, 'broker', `/mpg/opportunities?opportunity_name_contains=${encodeURIComponent(name)}`)
  await page.getByText('Showing 1 to 2 of 2 entries').waitFor()
  await page.getByRole('button', { name: 'Add Filter' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Filter' })
  await dialog.getByLabel('Field').selectOption({ label: 'Annual Volume' })
  await dialog.getByLabel('From').fill('1,000')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Control+s')
  const chips = page.getByRole('list', { name: 'Filters' })
  await chips.getByText('Annual Volume from 1,000 dth').waitFor()
  await page.getByText('Showing 1 to 1 of 1 entries').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.reload()
  await chips.getByText('Annual Volume from 1,000 dth').waitFor()
  await page.goBack()
  await page.getByText('Showing 1 to 2 of 2 entries').waitFor()
  await page.goForward()
  await page.getByText('Showing 1 to 1 of 1 entries').waitFor()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save as a view' }).click()
  await page.getByRole('dialog', { name: 'Save View' }).getByLabel('Name').fill(`Large ${name}`)
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: `View: Large ${name}` }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter by Annual Volume' }).click()
  await page.getByText('Showing 1 to 2 of 2 entries').waitFor()
  await page.getByRole('button', { name: `View: Large ${name} (changed)` }).waitFor()
})

it('[HIST-1, HIST-3] tells on the page of a record what was changed, also while it is open', async () => {
  const name = `Mill ${randomBytes(4).toString('hex')}`
  const { opportunity_id: id } = await callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, {
    opportunity_name: name,
    broker_name: 'Quillfeather',
  })
  const { page } = await newSession()
  await signIn(page, 'broker', `/mpg/opportunities/${id}/history`)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('created it').waitFor()
  await callAs('team', 'PATCH', `${opportunities.path}${id}/`, { broker_name: 'Ashdown' })
  await history
    .getByRole('listitem')
    .filter({ hasText: /Broker Name.*Quillfeather.*Ashdown/s })
    .waitFor()
  await callAs('team', 'POST', notes.path, { object_id: `opportunity-${id}`, description: 'Two sites' })
  await history.getByText('Two sites').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})
