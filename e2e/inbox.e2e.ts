import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { messageRequest } from '../src/contract/mail'
import { supportRequest } from '../src/contract/support'
import { accessibilityFaults } from './accessibility'
import { pick, signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { messages } = contract

const editor = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Message' })

/** Number of the customer's unread messages. */
const unread = async (): Promise<number> =>
  (
    await callAs<ListAnswer<Row<'messages'>>>(
      'customer',
      'GET',
      `${messages.path}?direction=received&is_read=false&limit=1`,
    )
  ).count

const write = async (page: Page, subject: string, to: string) => {
  await page.getByRole('button', { name: 'Write message', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'MESSAGE' })
  await dialog.getByLabel('Subject').fill(subject)
  await pick(page, 'To', to)
  await editor(page).click()
  await page.keyboard.type('Could we have 12 months by Tuesday?', { delay: 20 })
  return dialog
}

it('[MSG-1, SCREEN-2, SHELL-9] a message is sent, found unread, read and answered, and stands in one conversation', async () => {
  const subject = `Winter strip ${Date.now()}`
  const { page: customer } = await newSession()
  await signIn(customer, 'customer', '/mpg/inbox')
  await customer.getByText(/^Showing /).waitFor()
  const before = await unread()

  const { page: broker } = await newSession()
  await signIn(broker, 'broker', '/mpg/opportunities')
  const dialog = await write(broker, subject, 'customer@citygate.example')
  expect(await accessibilityFaults(broker)).toEqual([])
  await dialog.getByRole('button', { name: 'Send' }).click()
  await broker.getByText('Message sent.').waitFor()
  await dialog.waitFor({ state: 'detached' })

  await customer.getByRole('link', { name: 'Opportunities', exact: true }).click()
  await customer.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()
  await customer.getByRole('link', { name: `Inbox ${before + 1} unread` }).click()
  await customer.getByRole('link', { name: `Unread: ${subject}` }).click()
  await customer.getByText('Could we have 12 months by Tuesday?').waitFor()
  await customer
    .getByRole('link', { name: before > 0 ? `Inbox ${before} unread` : 'Inbox', exact: true })
    .waitFor()
  expect(await accessibilityFaults(customer)).toEqual([])

  await customer.getByRole('button', { name: 'Reply', exact: true }).click()
  await editor(customer)
    .getByText(/Robin Tavares wrote:/)
    .waitFor()
  await customer.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
  await customer.keyboard.type('You have them on Monday.', { delay: 20 })
  await customer.getByRole('button', { name: 'Send' }).click()
  await customer.getByRole('dialog').waitFor({ state: 'detached' })
  const answered = customer.getByRole('list', { name: 'Conversation' }).getByText('You have them on Monday.')
  await answered.waitFor()

  await broker.goto('/mpg/inbox')
  await broker.getByRole('link', { name: `Unread: Re: ${subject}` }).click()
  const conversation = broker.getByRole('list', { name: 'Conversation' })
  // Only the opened message is shown until the conversation is loaded.
  await conversation.getByRole('listitem').nth(1).waitFor()
  const texts = await conversation.getByRole('listitem').allTextContents()
  expect(texts.map((text) => text.includes('You have them on Monday.'))).toEqual([false, true])
})

it('[MSG-1] what could not be sent stays, and is sent at the second attempt', async () => {
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', '/mpg/inbox')
  const dialog = await write(page, `Swing ${Date.now()}`, 'team@citygate.example')
  await page.route(`**${messageRequest.path}`, (route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/json',
      body: JSON.stringify({ detail: 'Cannot send message.', code: 'mail_unavailable', request_id: 'r-1' }),
    }),
  )
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText(/was not sent, and is still here/).waitFor()
  expect(await editor(page).textContent()).toContain('Could we have 12 months by Tuesday?')
  await page.unroute(`**${messageRequest.path}`)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Message sent.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(ignoreErrors(/status of 502/)).toBe(1)
})

it('[SHELL-6] the help panel writes to the support', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/tags')
  await page.getByRole('button', { name: 'Help' }).click()
  const dialog = page.getByRole('dialog', { name: 'Help' })
  await dialog.getByLabel('How can we help?').fill('The list is empty.')
  expect(await accessibilityFaults(page)).toEqual([])
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(supportRequest.path)),
    dialog.getByRole('button', { name: 'Send' }).click(),
  ])
  expect(answer.status()).toBe(201)
  await page.getByText('Your question has been sent.').waitFor()
  await dialog.waitFor({ state: 'detached' })
})

it('[MSG-1] takes every letter of a text that comes faster than a slow machine shows it', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/inbox')
  await page.getByRole('button', { name: 'Write message', exact: true }).click()
  const text = 'Could we have 12 months by Tuesday?'
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  // A React error about it would be collected, which fails the test.
  for (let written = ''; written.length < 3 * text.length;) {
    await pick(page, 'To', 'team@citygate.example')
    await editor(page).click()
    await page.keyboard.type(text)
    written += text
    await editor(page).getByText(written, { exact: true }).waitFor()
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
})
