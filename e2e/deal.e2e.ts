import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { takeScreenshots } from './screenshots'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { opportunities, bids, files, notes } = contract

type Deal = Row<'opportunities'>

const newDeal = (more: object = {}) =>
  callAs<Deal>('broker', 'POST', opportunities.path, {
    opportunity_name: `Deal ${randomBytes(4).toString('hex')}`,
    ...more,
  })
const dealPath = ({ opportunity_id }: Deal, rest: string) => `/mpg/opportunities/${opportunity_id}/${rest}`
const dealsNamed = async (name: string) =>
  (await callAs<ListAnswer<Deal>>('broker', 'GET', `${opportunities.path}?q=${encodeURIComponent(name)}`))
    .results

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text, { exact: true })
const closeToasts = async (page: Page) => {
  const open = page.locator('.toast-error').getByRole('button', { name: 'Close' })
  while ((await open.count()) > 0) await open.first().click()
}

/** Opens a picker and returns its list; the lists of other fields stay in the document for a while. */
async function openPick(page: Page, field: Locator): Promise<Locator> {
  await field.click()
  const list = (await field.getAttribute('aria-controls')) ?? ''
  return page.locator('.ant-select-dropdown').filter({ has: page.locator(`[id="${list}"]`) })
}

/** Selects an option of a picker, after typing enough to make it visible; the first one by default. */
async function choose(page: Page, field: Locator, search = '', entry?: string): Promise<void> {
  const offered = await openPick(page, field)
  if (search) await field.pressSequentially(search)
  const options = offered.locator('.ant-select-item-option')
  await (entry === undefined ? options : options.filter({ hasText: entry })).first().click()
  await page.keyboard.press('Escape')
}

/** The first such request gets a server error; later ones pass. */
async function failOnce(page: Page, path: string, method: string): Promise<void> {
  let failed = false
  await page.route(`**${path}*`, async (route) => {
    if (failed || route.request().method() !== method) return route.fallback()
    failed = true
    await route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({ detail: 'The server is busy.', code: 'busy', request_id: 'r-1' }),
    })
  })
}

const pdf = (name: string, size = 2_000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size - 9)]),
})

it('[OPN-1, OPN-3, OPN-5, OPN-6, FILE-3] makes an indirect deal with tagged files, through a failing create and a failing upload', async () => {
  const { page, ignoreErrors } = await newSession({ reducedMotion: 'no-preference' })
  const name = `Wizard ${randomBytes(4).toString('hex')}`
  await signIn(page, 'broker')
  await page.getByRole('link', { name: 'Create Opportunity' }).click()
  await heading(page, 'Create Opportunity').waitFor()
  const next = page.getByRole('button', { name: 'Next', exact: true })
  expect(await next.isDisabled()).toBe(true)
  await page.getByLabel('Opportunity Name').fill(name)
  await next.click()

  await page.getByRole('radio', { name: 'INDIRECT', exact: true }).check()
  expect(await next.isDisabled()).toBe(true)
  await choose(page, page.getByLabel('Source Name'))
  await page.getByLabel('Source Fee').fill('0.02')
  await page.getByLabel('Estimated Annual Volume').fill('125,000')
  await next.click()

  await page.locator('input[type=file]').setInputFiles([pdf('Letter "Zürich".pdf'), pdf('Usage 100%.pdf')])
  await choose(page, page.getByLabel('Tags of Usage 100%.pdf'), 'Usage', 'Usage')
  await failOnce(page, opportunities.path, 'POST')
  await failOnce(page, files.path, 'POST')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The server is busy.').first().waitFor()
  // OPN-5: the wizard shows the failure, not a toast.
  expect(await page.locator('.toast-error').count()).toBe(0)
  await page.getByText('Letter "Zürich".pdf').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('1 file could not be uploaded.').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await heading(page, name).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/mpg\/opportunities\/\d+\/details$/)

  const made = await dealsNamed(name)
  expect(made).toHaveLength(1)
  expect(made[0]).toMatchObject({
    source_type: 'INDIRECT',
    source_fee: 0.02,
    estimated_annual_volume: 125_000,
    sales_annual_volume_manual: 125_000,
  })
  await page.getByRole('tab', { name: /^Files/ }).click()
  for (const file of ['Letter "Zürich".pdf', 'Usage 100%.pdf'])
    await page.getByRole('link', { name: file }).waitFor()
  expect(ignoreErrors(/503/)).toBeGreaterThan(0)
})

it('[OPN-3, OPN-4, OPN-7] makes a direct deal and goes on to its first bid', async () => {
  const { page } = await newSession()
  const name = `Direct ${randomBytes(4).toString('hex')}`
  await signIn(page, 'broker', '/mpg/opportunities/new')
  await page.getByLabel('Opportunity Name').fill(name)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('radio', { name: 'DIRECT', exact: true }).check()
  await page.getByLabel('Expected Close Date').fill('03/15/2027')
  await page.keyboard.press('Enter')
  await page.getByLabel('Estimated Annual Volume').fill('90000')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Save & Add Bid' }).click()
  await page.waitForURL(/\/bid\/new$/)
  await heading(page, /bid/i).waitFor()
  await page.goBack()
  await heading(page, name).waitFor()
  const [made] = await dealsNamed(name)
  expect(made).toMatchObject({
    source_type: 'DIRECT',
    source_name: null,
    expected_close_date: '2027-03-15',
    estimated_annual_volume: 90_000,
  })
})

it('[OPE-2, OPE-5] edits a deal that another session has changed meanwhile, and shows it everywhere', async () => {
  const deal = await newDeal({ sales_represented: 'Ann Holt', broker_name: 'Old broker' })
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'details'))
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.getByLabel('Sales Person Represented').fill('Cleo Marsh')
  await callAs('customer', 'PATCH', `${opportunities.path}${deal.opportunity_id}/`, {
    broker_name: 'New broker',
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved together with what .* changed meanwhile: Broker Name\.$/).waitFor()
  expect(await toast(page, 'Cannot update opportunity.').count()).toBe(0)
  await heading(page, deal.opportunity_name).waitFor()
  await page.getByRole('region', { name: 'At a glance' }).getByText('Cleo Marsh').waitFor()
  await page.getByRole('region', { name: 'Details' }).getByText('New broker').waitFor()
  expect(ignoreErrors(/409/)).toBe(1)
})

it('[BID-2, BID-7, BID-9, BID-11] adds a bid, compares it with what was typed, changes and deletes it', async () => {
  const [organization] = (
    await callAs<ListAnswer<Row<'organizations'>>>('broker', 'GET', `${contract.organizations.path}?limit=1`)
  ).results
  if (!organization) throw new Error('The demo data holds no organization.')
  const deal = await newDeal({ organizations: [organization.organization_id] })
  const { page } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'details'))
  await page.getByRole('link', { name: 'Add Bid' }).first().click()
  await page.waitForURL(/\/bid\/new$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Select a valid Organization.').first().waitFor()

  await choose(page, page.getByLabel('Legal Entity'), '', organization.name)
  await choose(page, page.getByLabel('Utility State'))
  await page.locator('input[name=name]').fill('Winter strip')
  await page.getByRole('radio', { name: 'Utility', exact: false }).first().check()
  await page.getByRole('checkbox', { name: /fixed/i }).check()
  await choose(page, page.getByRole('combobox', { name: 'Terms' }), '12', '12 months')
  await choose(page, page.getByRole('combobox', { name: 'Swing' }), '15', '15%')
  await page.getByLabel('Start Date').fill('04/01/2027')
  await page.keyboard.press('Enter')
  await page.getByLabel('Annual Volume').fill('12,000')
  await page.getByRole('button', { name: 'Spread evenly' }).click()
  await expectEventually(async () => (await page.getByLabel('June').inputValue()) === '1,000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/details$/)
  const row = page.getByRole('table', { name: 'Bids' }).getByRole('row').filter({ hasText: 'Winter strip' })
  await row.getByText('04/01/2027').waitFor()
  await row.getByText('12,000').waitFor()

  await row.getByRole('link', { name: 'Winter strip', exact: true }).click()
  await heading(page, 'Winter strip').waitFor()
  const details = page.getByRole('region', { name: 'Details' })
  for (const text of ['Apr 01, 2027', '15%', '12 months']) await details.getByText(text).first().waitFor()
  await page.getByText(organization.name.toUpperCase()).first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'bid')

  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.waitForURL(/\/edit-from-bid$/)
  await page.locator('input[name=name]').fill('Summer strip')
  await page.getByRole('button', { name: 'Save' }).click()
  await heading(page, 'Summer strip').waitFor()

  await page.getByRole('button', { name: 'Delete' }).first().click()
  const asked = page.getByRole('dialog', { name: 'DELETE Summer strip' })
  await asked.getByText('Are you sure?').waitFor()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(new RegExp(`${dealPath(deal, 'details')}$`))
  await heading(page, deal.opportunity_name).waitFor()
  await page.getByText('There are no bids yet.').waitFor()
  const left = await callAs<ListAnswer<Row<'bids'>>>(
    'broker',
    'GET',
    `${bids.path}?opportunity=${deal.opportunity_id}`,
  )
  expect(left.count).toBe(0)
})

it('[OPD-8, OPD-9] keeps the legal entities of a deal: filter, blur-save, failure with Retry, credit setup, remove', async () => {
  const { results } = await callAs<ListAnswer<Row<'organizations'>>>(
    'broker',
    'GET',
    `${contract.organizations.path}?limit=2&offset=20`,
  )
  const [first, second] = results
  if (!first || !second) throw new Error('The demo data holds too few organizations.')
  const deal = await newDeal({ organizations: [first.organization_id, second.organization_id] })
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'organizations'))
  await page.getByLabel('Search organizations').fill(second.name)
  await expectEventually(async () => (await page.locator('.organization-panel:visible').count()) === 1)
  await page.getByLabel('Search organizations').fill('')
  const panel = page.locator('.organization-panel').filter({ hasText: first.name })
  const duns = panel.getByLabel('DUNS Number')
  await duns.fill('77-000-1234')
  await duns.blur()
  await panel.getByText('Saved').waitFor()
  const path = `${contract.organizations.path}${first.organization_id}/`
  expect((await callAs<Row<'organizations'>>('broker', 'GET', path)).duns_number).toBe('77-000-1234')

  await failOnce(page, path, 'PATCH')
  const taxId = panel.getByLabel('Tax ID')
  await taxId.fill('99-7654321')
  await taxId.blur()
  await toast(page, 'Cannot Update Organization.').waitFor()
  expect(await taxId.inputValue()).toBe('99-7654321')
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expectEventually(
    async () => (await callAs<Row<'organizations'>>('broker', 'GET', path)).tax_id === '99-7654321',
  )

  await panel.getByRole('button', { name: 'Request Credit Setup' }).click()
  await page.getByText('Credit Setups (Requested)').first().waitFor()
  expect(
    (await callAs<Deal>('broker', 'GET', `${opportunities.path}${deal.opportunity_id}/`)).credit_request,
  ).toBe('yes')

  await panel.getByRole('button', { name: `Remove ${first.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expectEventually(async () => (await page.locator('.organization-panel').count()) === 1)
  await page.getByRole('tab', { name: 'Organizations 1' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'organizations-tab')
  expect(ignoreErrors(/503/)).toBe(1)
})

it('[FILE-1, FILE-2, FILE-3, OPD-10] uploads several files, refuses a selection with one too large, deletes', async () => {
  const deal = await newDeal()
  const { page } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'files'))
  await page.getByText('There are no file(s)').waitFor()
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  expect(await upload.isDisabled()).toBe(true)
  const input = page.locator('input[type=file]')
  await input.setInputFiles([pdf('Full.pdf', 5_000_000), pdf('Small.pdf')])
  await input.setInputFiles([pdf('Other.pdf'), pdf('Over.pdf', 5_000_001)])
  await page.getByText('Please check file size no over 5 MB.').waitFor()
  const pending = page.getByRole('list', { name: 'Pending files' })
  expect(await pending.getByRole('listitem').count()).toBe(2)
  await upload.click()
  await page.getByRole('tab', { name: 'Files 2' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Small.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Small.pdf')
  await page.getByRole('button', { name: 'Delete Full.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Delete successfully.').waitFor()
  await page.getByRole('tab', { name: 'Files 1' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'files')
})

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
<p class="MsoNormal" style="margin-bottom:8pt"><b><span style="font-family:Calibri;color:red">Terms</span></b><o:p></o:p></p>
<p class="MsoNormal">See <a href="https://desk.example/loa" style="color:blue">the LOA</a><script>window.stolen = 1</script>
<img src="x" onerror="window.stolen = 1"></p><!--EndFragment--></body></html>`

it('[NOTE-1, TRUST-1] adds, formats, pastes, edits and deletes notes', async () => {
  const deal = await newDeal()
  const { page } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'details'))
  const panel = page.getByRole('region', { name: 'Notes' })
  await panel.getByRole('button', { name: 'Add Note' }).first().click()
  const dialog = page.getByRole('dialog')
  const editor = dialog.locator('[contenteditable=true]')
  await editor.click()
  await page.keyboard.press('Control+B')
  await page.keyboard.type('Call back')
  await page.keyboard.press('Control+B')
  await page.keyboard.press('Enter')
  await editor.evaluate((element, html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    data.setData('text/plain', 'Terms See the LOA')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, word)
  await dialog.getByText('the LOA').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('link', { name: 'the LOA' }).waitFor()
  const stored = async () =>
    (
      await callAs<ListAnswer<Row<'notes'>>>(
        'broker',
        'GET',
        `${notes.path}?object_id=opportunity-${deal.opportunity_id}`,
      )
    ).results
  const [note] = await stored()
  expect(note?.description).toContain('<strong>Call back</strong>')
  expect(note?.description).toContain('<strong>Terms</strong>')
  expect(note?.description).toContain('href="https://desk.example/loa"')
  expect(note?.description).not.toMatch(/style|class|script|img|o:p/)
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  await page.reload()
  await panel.getByRole('link', { name: 'the LOA' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'notes')

  await panel.getByRole('button', { name: /^Edit/ }).click()
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' today')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await panel.getByText(/today/).waitFor()
  await panel.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await panel.getByText('There are no notes yet.').waitFor()
  expect(await stored()).toEqual([])
})

it('[OPD-2, OPD-11] deletes a deal, which leaves the list and waits in the trash', async () => {
  const deal = await newDeal()
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'details'))
  await heading(page, deal.opportunity_name).waitFor()
  const ask = () => page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await failOnce(page, `${opportunities.path}${deal.opportunity_id}/`, 'DELETE')
  await ask()
  await dialog.getByText('Are you sure?').waitFor()
  await dialog.getByText("You won't be able to revert this.").waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('The server is busy.').waitFor()
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/mpg\/opportunities(\?|$)/)
  expect(await dealsNamed(deal.opportunity_name)).toEqual([])
  const trash = await callAs<ListAnswer<Deal>>(
    'broker',
    'GET',
    `${opportunities.path}trash/?q=${encodeURIComponent(deal.opportunity_name)}`,
  )
  expect(trash.count).toBe(1)
  expect(ignoreErrors(/503/)).toBe(1)
})
