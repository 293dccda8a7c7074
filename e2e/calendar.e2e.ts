import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { activities, contacts } = contract
type Activity = Row<'activities'>

// A month without demo data, with a DST start on Sunday, March 11.
const month = '/activities?date=2029-03-05'
const at = (moment: string) => Date.parse(moment) / 1_000
const found = async (title: string) =>
  (await callAs<ListAnswer<Activity>>('broker', 'GET', `${activities.path}?q=${title}`)).results[0]
/** Waits until the server has stored an activity at this time. */
const untilAt = (title: string, start: string, end: string) =>
  expectEventually(async () => {
    const kept = await found(title)
    return kept?.start === at(start) && kept.end === at(end)
  })
const event = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })

it('[ACT-1, ACT-2, ACT-3, ACT-4, SHELL-9] adds an activity, shows it, moves it and changes its end by mouse and keys, changes and deletes it', async () => {
  const title = `Plant visit ${randomBytes(4).toString('hex')}`
  const { page } = await newSession()
  await signIn(page, 'broker', month)
  await page.getByRole('heading', { level: 2, name: 'March 2029' }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'ACTIVITY' })

  await page.getByRole('button', { name: 'Add Activity' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This field is required.').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Start, date').fill('03/07/2029')
  await dialog.getByLabel('Start, date').press('Enter')
  await dialog.getByLabel('Start, time').fill('10:00')
  await dialog.getByLabel('End, date').fill('03/07/2029')
  await dialog.getByLabel('End, date').press('Enter')
  await dialog.getByLabel('End, time').fill('11:30')
  await description(page).fill('Bring the usage file')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const added = event(page, `${title}, Wednesday, March 7, 10:00 – 11:30, with you`)
  await added.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  // To the Sunday of the DST change: the same clock time, though fewer hours later.
  const box = await added.boundingBox()
  const sunday = page.getByRole('button', { name: 'Sunday, March 11' })
  const there = await sunday.boundingBox()
  if (!box || !there) throw new Error('The month shows both.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(there.x - 20, there.y + 20, { steps: 4 })
  await page.mouse.move(there.x - 30, there.y + 40, { steps: 4 })
  await page.mouse.up()
  await event(page, `${title}, Sunday, March 11, 10:00 – 11:30, with you`).waitFor()
  await untilAt(title, '2029-03-11T10:00:00-05:00', '2029-03-11T11:30:00-05:00')
  expect(await page.getByRole('dialog').count()).toBe(0)

  // A week later and a day earlier by keys, keeping the focus.
  await event(page, `${title}, Sunday`).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowLeft')
  const moved = event(page, `${title}, Saturday, March 17, 10:00 – 11:30, with you`)
  await moved.waitFor()
  await untilAt(title, '2029-03-17T10:00:00-05:00', '2029-03-17T11:30:00-05:00')
  await expectEventually(() => moved.evaluate((element) => element === document.activeElement))

  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: title }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('End, time').fill('09:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Start date must greater than end date.').first().waitFor()
  await dialog.getByText('End must be after start').waitFor()
  await dialog.getByLabel('End, time').fill('12:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto('/activities?view=week&date=2029-03-17')
  // An hour longer by its edge, and half an hour shorter by keys.
  const shown = event(page, `${title}, Saturday, March 17, 10:00 – 12:00, with you`)
  await shown.waitFor()
  const edge = await shown.locator('.rbc-addons-dnd-resize-ns-anchor').last().boundingBox()
  if (!edge) throw new Error('An event of a week has edges.')
  const [x, y] = [edge.x + edge.width / 2, edge.y + 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 30, { steps: 3 })
  await page.mouse.move(x, y + 60, { steps: 3 })
  await page.mouse.up()
  await event(page, `${title}, Saturday, March 17, 10:00 – 13:00, with you`).focus()
  await untilAt(title, '2029-03-17T10:00:00-05:00', '2029-03-17T13:00:00-05:00')
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await untilAt(title, '2029-03-17T10:00:00-05:00', '2029-03-17T12:30:00-05:00')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await event(page, `${title}, Saturday, March 17, 10:00 – 12:30, with you`).click()
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete Event' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete Event' })
  await asked.getByText('Are you sure?').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await asked.getByRole('button', { name: 'Delete', exact: true }).click()
  await asked.waitFor({ state: 'detached' })
  await expectEventually(async () => (await found(title)) === undefined)
})

it('[SHELL-9] shows the calendar above any page, with room for as much as fits', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/tags')
  await page.getByRole('banner').getByRole('button', { name: 'Calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calendar' })
  // In the demo data some day always has more events than the grid shows.
  await dialog
    .getByRole('button', { name: / more on / })
    .first()
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog
    .getByRole('button', { name: / more on / })
    .first()
    .click()
  await dialog.locator('.day-list').first().waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
})

it('[SCH-1, CON-10] schedules a meeting with a contact, which stands in the calendars of all who take part', async () => {
  const mark = randomBytes(4).toString('hex')
  const title = `Pricing call ${mark}`
  const email = `maren.${mark}@mill.example`
  const { contact_id: id } = await callAs<Row<'contacts'>>('broker', 'POST', contacts.path, {
    title: 'ms',
    first_name: 'Maren',
    last_name: `Holt ${mark}`,
    personal_email: email,
  })
  const { page } = await newSession()
  await signIn(page, 'broker', `/mpg/contacts/${id}/details`)
  await page.getByRole('button', { name: 'Task or Meeting' }).click()
  await page.getByRole('button', { name: 'Meeting', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'SCHEDULER' })
  await dialog.getByText(email).first().waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please enter all fields required.').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByLabel('Title').fill(title)
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }),
  )
  await dialog.getByLabel('From, date').fill(today)
  await dialog.getByLabel('From, date').press('Enter')
  await dialog.getByLabel('From, time').fill('15:00')
  expect(await dialog.getByLabel('To, time').inputValue()).toBe('15:30')
  const people = dialog.getByRole('combobox', { name: 'Participants' })
  await people.fill('customer@citygate')
  await page.locator('.ant-select-item-option', { hasText: 'customer@citygate.example' }).waitFor()
  await people.press('Enter')
  await dialog.getByText('customer@citygate.example').first().waitFor()
  await description(page).fill('Four cents down')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Events of the week' }).getByText(title).waitFor()

  const other = await newSession()
  await signIn(other.page, 'customer', '/activities?view=list&events=mine')
  await other.page.getByRole('button', { name: title }).click()
  await other.page.getByRole('dialog', { name: 'ACTIVITY' }).getByText('Four cents down').waitFor()
})

it('[K4] draws the days on which the clock changes as their labels say, and proposes what is beside a click', async () => {
  const { page } = await newSession({ timezoneId: 'America/New_York' })
  const mark = randomBytes(4).toString('hex')
  const make = (title: string, start: string, minutes: number) =>
    callAs('broker', 'POST', activities.path, {
      title: `${title} ${mark}`,
      description: 'Clocks change',
      start: at(start),
      end: at(start) + minutes * 60,
    })
  await make('Late', '2026-11-01T23:00:00-05:00', 45)
  await make('Twice', '2026-11-01T05:30:00Z', 30)
  await make('Spring', '2026-03-08T23:00:00-04:00', 45)
  const topOf = async (part: Locator) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('It is not shown.')
    return box.y
  }
  const label = (text: string) => page.locator('.rbc-time-gutter .rbc-label', { hasText: text })
  const isBeside = async (part: Locator, hour: string) =>
    Math.abs((await topOf(part)) - (await topOf(label(hour).locator('..')))) < 4

  await signIn(page, 'broker', '/activities?view=week&date=2026-11-01')
  const late = event(page, `23:00 – 23:45 Late ${mark}, Sunday, November 1, 23:00 – 23:45, with you`)
  await late.waitFor()
  expect(await isBeside(late, '23:00')).toBe(true)
  await event(page, new RegExp(`^01:30 – 01:00 EST Twice ${mark}`)).waitFor()
  await page.getByText('EDT/EST').waitFor()
  await page.getByText('Times are by the clock of America/New York.').waitFor()

  const beside = label('22:00')
  await beside.scrollIntoViewIfNeeded()
  const sunday = await page.locator('.rbc-day-slot').first().boundingBox()
  if (!sunday) throw new Error('A week has days.')
  await page.mouse.click(sunday.x + sunday.width / 2, (await topOf(beside.locator('..'))) + 8)
  const dialog = page.getByRole('dialog', { name: 'ACTIVITY' })
  expect(await dialog.getByLabel('Start, time').inputValue()).toBe('22:00')
  expect(await dialog.getByLabel('End, time').inputValue()).toBe('22:30')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/activities?view=week&date=2026-03-08')
  const spring = event(page, new RegExp(`^23:00 – 23:45 Spring ${mark}`))
  await spring.waitFor()
  expect(await isBeside(spring, '23:00')).toBe(true)
  // Dragged by two hours it is two labels higher.
  await spring.scrollIntoViewIfNeeded()
  const box = await spring.boundingBox()
  if (!box) throw new Error('It is shown.')
  const [x, y] = [box.x + box.width / 2, box.y + 14]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 40, { steps: 3 })
  await page.mouse.move(x, y - 94, { steps: 3 })
  await page.mouse.up()
  await untilAt(`Spring ${mark}`, '2026-03-08T21:00:00-04:00', '2026-03-08T21:45:00-04:00')
  expect(await isBeside(event(page, new RegExp(`^21:00 – 21:45 Spring ${mark}`)), '21:00')).toBe(true)
})
