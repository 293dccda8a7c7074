import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { taskDays, taskMinutes } from '../src/contract/todos'
import { accessibilityFaults } from './accessibility'
import { pick, signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { todos, organizations } = contract
type Task = Row<'todos'>

const tasksNamed = async (name: string) =>
  (await callAs<ListAnswer<Task>>('broker', 'GET', `${todos.path}?q=${name}&expand=assignee`)).results

it('[TASK-1, TASK-2, TASK-3] makes tasks of every length and window, finds, hands on, completes and deletes them', async () => {
  const mark = randomBytes(4).toString('hex')
  const company = `Mills ${mark}`
  await callAs('broker', 'POST', organizations.path, { name: company, state: 'TX' })
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/tasks')
  const dialog = page.getByRole('dialog', { name: 'TASK' })
  const open = () => page.getByRole('banner').getByRole('button', { name: 'Create task' }).click()
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const fill = async (title: string, time: string, within: string) => {
    await dialog.getByLabel('Title *').fill(`${title} ${mark}`)
    await dialog.getByRole('textbox', { name: 'Description' }).fill('About the winter price')
    await pick(page, 'Time Needed', time)
    await pick(page, 'Completed Within', within)
  }

  await open()
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const missing of ['Title', 'Description', 'Time Needed', 'Completed'])
    await dialog.getByText(`${missing} is required`).first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await fill('Own', 'Custom', 'Custom')
  await dialog.getByLabel('Custom time').fill('90')
  expect(await dialog.getByLabel('Custom time').inputValue()).toBe('60')
  await dialog.getByLabel('From').fill('03/06/2028')
  await dialog.getByLabel('Until').fill('03/17/2028')
  await pick(page, 'Legal Entity', company)
  await save()
  const [own] = await tasksNamed(mark)
  expect(own).toMatchObject({
    time_needed: '00:60:00',
    completed_within: 11,
    start_time: '2028-03-06',
    end_time: '2028-03-17',
    due_date: '2028-03-17',
    status: 'todo',
  })

  for (const [index, minutes] of taskMinutes.entries()) {
    const days = taskDays[index] ?? 1
    await open()
    await fill(`Call ${minutes}`, `${minutes} minutes`, days === 1 ? '1 day' : `${days} days`)
    await save()
  }
  const made = await tasksNamed(mark)
  expect(made.map(({ time_needed }) => time_needed).sort()).toEqual(
    ['00:60:00', ...taskMinutes.map((minutes) => `00:${minutes}:00`)].sort(),
  )

  await page.getByLabel('Search tasks').fill(mark)
  await page.getByText('Showing 1 to 6 of 6 entries').waitFor()
  await page.getByRole('button', { name: `Complete Call 15 ${mark}` }).click()
  // The list shows what is to do; a completed task leaves it, and stands behind the filter.
  await page.getByText('Showing 1 to 5 of 5 entries').waitFor()
  await page.getByLabel('Status').selectOption('Done')
  await page.getByRole('button', { name: `Reopen Call 15 ${mark}` }).waitFor()
  await page.getByLabel('Status').selectOption('Open')
  await page.getByText('Showing 1 to 5 of 5 entries').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: `Edit Own ${mark}` }).click()
  await dialog.getByRole('radio', { name: 'In progress' }).check()
  await pick(page, 'Assignee', 'team')
  await save()
  await page.getByRole('link', { name: `Own ${mark}` }).click()
  await page.getByRole('heading', { level: 1, name: `Own ${mark}` }).waitFor()
  await page.getByRole('link', { name: company.toUpperCase() }).waitFor()
  await page.getByText('team', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await expectEventually(async () => (await tasksNamed(mark)).length === 5)
})
