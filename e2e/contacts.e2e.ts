import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { pick, signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { organizations, contacts } = contract

it('[CON-2, CON-3, CON-5, CON-6, CON-7, CON-9, CON-11] makes a contact at an organization, its Crystal profile, changes it, deletes it and brings it back', async () => {
  const name = randomBytes(4).toString('hex')
  const works = `Mills ${name}`
  await callAs<Row<'organizations'>>('broker', 'POST', organizations.path, { name: works, state: 'TX' })
  const { page, context, ignoreErrors } = await newSession()
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const save = () => button('Save').click()
  const contactsNamed = async () =>
    (await callAs<ListAnswer<Row<'contacts'>>>('broker', 'GET', `${contacts.path}?q=${name}`)).results

  await signIn(page, 'broker', '/mpg/contacts')
  await page.getByRole('link', { name: 'Create Contact' }).click()
  await heading('Create Contact')
  expect(await accessibilityFaults(page)).toEqual([])
  await save()
  await page.getByText('This field is required').first().waitFor()
  await pick(page, 'Title', 'Dr')
  await page.getByLabel('First Name').fill('Maren')
  await page.getByLabel('Last Name').fill(`Holt ${name}`)

  // A number is typed, and corrected in the middle.
  const mobile = field('Personal Mobile')
  await mobile.pressSequentially('7135550142')
  expect(await mobile.inputValue()).toBe('713-555-0142')
  await mobile.press('Home')
  for (let step = 0; step < 4; step++) await mobile.press('ArrowRight')
  await mobile.press('Backspace')
  await mobile.press('9')
  expect(await mobile.inputValue()).toBe('719-555-0142')
  expect(await mobile.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)

  await field('LinkedIn URL').fill('www.linkedin.example/in/maren-holt')
  await pick(page, 'Organization', works)
  expect(await field('LinkedIn URL').inputValue()).toBe('https://www.linkedin.example/in/maren-holt')
  await field('Job Title').fill('Plant manager')
  await field('Preferred Time of Day for Calls').fill('Morning')
  await page.getByLabel('browse').setInputFiles({
    name: 'badge.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Maren Holt'),
  })
  await save()
  await heading('Contacts')
  const [contact] = await contactsNamed()
  expect(contact).toMatchObject({
    personal_mobile: '719-555-0142',
    job_title: 'Plant manager',
    gender: 'male',
  })

  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name: `Holt ${name}, Maren` }).click()
  await heading(`Holt ${name}, Maren`)
  await page.getByRole('tab', { name: 'Files 1' }).waitFor()
  await page.getByRole('tab', { name: 'Organizations 1' }).click()
  await page.waitForURL('**/organizations')
  expect(await accessibilityFaults(page)).toEqual([])

  // The first request fails, the second one succeeds.
  await page.route('**/fetch/**', (route) => route.fulfill({ status: 504, json: { detail: 'Later.' } }), {
    times: 1,
  })
  await button('Fetch Profile').click()
  await page.getByText('The profile is not ready.').waitFor()
  expect(ignoreErrors(/504/)).toBe(1)
  await button('Fetch Profile').click()
  const profile = page.getByRole('link', { name: /^Crystal Profile/ }).first()
  const [tab] = await Promise.all([context.waitForEvent('page'), profile.click()])
  await tab.close()
  const file = await page.request.get((await profile.getAttribute('href')) ?? '')
  expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('Plant manager')])

  await page.goto(`/mpg/contacts/${contact?.contact_id}/edit?org_id=${contact?.current_organizations[0]}`)
  await heading('Edit Contact')
  await field('Middle Name').fill('Lou')
  await field('Job Title').fill('Head of energy')
  await save()
  await heading(`Holt ${name}, Maren Lou`)
  await page.getByText('Head of energy').first().waitFor()

  await button('Delete').click()
  const asked = page.getByRole('dialog', { name: 'Delete Contact' })
  await asked.getByText('with its 1 link to an organization and 1 file').waitFor()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await heading('Contacts')
  // A focused toast stays.
  await button('Undo').focus()
  expect(await contactsNamed()).toEqual([])
  await button('Undo').click()
  await page.getByText('Restored successfully.').waitFor()
  expect(await contactsNamed()).toHaveLength(1)
})
