import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { path } = contract.opportunities

it.each([1440, 390])(
  '[NOTI-1, NOTI-3, NOTI-4] a mention reaches its user at once, who follows the record, at %i px',
  async (width) => {
    const opportunity_name = `Told ${randomBytes(4).toString('hex')}`
    const deal = await callAs<Row<'opportunities'>>('broker', 'POST', path, { opportunity_name })
    const details = `/mpg/opportunities/${deal.opportunity_id}/details`

    const { page: theirs } = await newSession({ viewport: { width, height: 900 } })
    await signIn(theirs, 'customer', '/mpg/tags')
    const { page } = await newSession({ viewport: { width, height: 900 } })
    await signIn(page, 'broker', details)
    await page.getByRole('button', { name: 'Add Note' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Note' })
    await dialog.getByRole('textbox', { name: 'Note' }).click()
    await page.keyboard.type('Please look, @custo')
    await dialog.getByRole('option', { name: 'customer' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.type('today')
    await page.keyboard.press('Control+s')
    await page.getByText('Please look, @customer today').waitFor()

    if (width < 768) {
      await theirs.getByRole('button', { name: 'More' }).click()
      await theirs.getByRole('menuitem', { name: 'Notifications' }).click()
    } else {
      await theirs.getByRole('button', { name: /^Notifications \d+\+? unread$/ }).click()
    }
    const bell = theirs.getByRole('dialog', { name: 'Notifications' })
    const told = bell.getByRole('listitem').filter({ hasText: opportunity_name })
    await told.getByText('mentioned you in a note').waitFor()
    expect(await accessibilityFaults(theirs)).toEqual([])
    await told.getByRole('link', { name: opportunity_name }).click()
    await theirs.getByRole('heading', { level: 1, name: opportunity_name }).waitFor()
    await theirs.getByRole('button', { name: 'Follow', exact: true }).click()
    await theirs.getByRole('button', { name: 'Unfollow' }).waitFor()

    await callAs('broker', 'PATCH', `${path}${deal.opportunity_id}/`, { broker_name: 'Quillfeather' })
    await theirs.goto('/mpg/notifications')
    const changed = theirs.getByRole('listitem').filter({ hasText: opportunity_name })
    await changed.getByText(/changed this/).waitFor()
    expect(await accessibilityFaults(theirs)).toEqual([])
    await theirs.getByRole('button', { name: 'Mark all as read' }).click()
    await theirs.getByText('You have read everything.').waitFor()
  },
)
