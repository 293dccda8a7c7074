import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import type { WeekHours } from '../../contract/weekHours'
import { aProfile, anActivity } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const day = { start: '08:00', end: '16:00' }
const kept: WeekHours = { time_zone: 'America/Chicago', days: [day, day, day, day, null, null, null] }

const keeping = (working_hours: WeekHours | null) => {
  const world = createWorld()
  world.tables.profiles[0] = aProfile({ working_hours })
  return world
}

const start = (name: string) => screen.findByLabelText<HTMLInputElement>(`${name}, start`)
const end = (name: string) => screen.findByLabelText<HTMLInputElement>(`${name}, end`)
const works = (name: string) => screen.findByRole('checkbox', { name })
const button = (name: string) => screen.findByRole('button', { name })
/** The body of the last save. */
const sent = async () => {
  const saves = requestsTo('/api/profile/1/').filter(({ method }) => method === 'PATCH')
  return { times: saves.length, body: (await saves.at(-1)?.clone().json()) as unknown }
}

type User = Awaited<ReturnType<typeof renderApp>>['user']
const type = async (user: User, input: HTMLElement, clock: string) => {
  await user.clear(input)
  await user.type(input, clock)
}

describe('working hours', () => {
  it('[SCREEN-1, SHELL-10] show to a signed-out user, who can neither save nor reset them, and is told why', async () => {
    await renderApp('/schedule-working', { as: null })
    for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
      expect(await start(name)).toBeDisabled()
      expect(await end(name)).toBeDisabled()
    }
    expect(await button('Save')).toBeDisabled()
    expect(await button('Reset')).toBeDisabled()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login?returnUrl=%2Fschedule-working',
    )
    expect(screen.getByRole('region', { name: 'Events of the week' })).toHaveTextContent(
      'once you have signed in',
    )
    // Late ones of another test have its token.
    const asked = requestsTo('/api/users/me/').filter(({ headers }) => !headers.has('Authorization'))
    expect(asked.map(({ url }) => url)).toEqual([])
  })

  it('[SCREEN-1] stand in the frame with the menu for a user who is signed in', async () => {
    await renderApp('/schedule-working', { world: keeping(null) })
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Working hours' })).toBeVisible()
  })

  it('[SCREEN-1] are kept on the profile, with the time zone in which they were given', async () => {
    const { user } = await renderApp('/schedule-working', { world: keeping(null) })
    await waitFor(async () => expect(await start('Monday')).toBeEnabled())
    expect((await start('Monday')).value).toBe('09:00')
    expect(await works('Saturday')).not.toBeChecked()
    expect(await start('Saturday')).toBeDisabled()
    await type(user, await start('Monday'), '07:30')
    await user.click(await works('Friday'))
    await user.click(await button('Save'))
    expect(await screen.findByText('Update successfully.')).toBeVisible()
    const office = { start: '09:00', end: '17:00' }
    expect(await sent()).toEqual({
      times: 1,
      body: {
        working_hours: {
          time_zone: 'America/Chicago',
          days: [{ start: '07:30', end: '17:00' }, office, office, office, null, null, null],
        },
      },
    })
    expect((await start('Monday')).value).toBe('07:30')
  })

  it('[SCREEN-1] leave the focus where it is while they are being kept', async () => {
    const { user } = await renderApp('/schedule-working', { world: keeping(kept) })
    await waitFor(async () => expect(await start('Monday')).toBeEnabled())
    await type(user, await start('Monday'), '07:30')
    const save = await button('Save')
    const release = holdAnswers('/api/profile/1/', 'patch')
    await user.click(save)
    await waitFor(() => expect(save).toHaveAttribute('aria-busy', 'true'))
    // Disabled elements lose the focus.
    for (const part of [save, await start('Monday')]) expect(part).toBeEnabled()
    release()
    expect(await screen.findByText('Update successfully.')).toBeVisible()
    expect(save).toHaveFocus()
  })

  it('[SCREEN-1] are not left by mistake before they are kept, and without a question after that', async () => {
    const { user, address } = await renderApp('/schedule-working', { world: keeping(kept) })
    await waitFor(async () => expect(await start('Monday')).toBeEnabled())
    await type(user, await start('Monday'), '07:30')
    const account = () => screen.getByRole('link', { name: 'Account' })
    await user.click(account())
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(question.getByRole('button', { name: 'Stay' }))
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
    expect(address()).toBe('/schedule-working')
    expect((await start('Monday')).value).toBe('07:30')
    await user.click(await button('Save'))
    await waitFor(async () => expect((await sent()).times).toBe(1))
    await waitFor(async () => expect(await button('Save')).toBeEnabled())
    await user.click(account())
    await waitFor(() => expect(address()).toBe('/account'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('[SCREEN-1] go back to what is kept by Reset', async () => {
    const { user } = await renderApp('/schedule-working', { world: keeping(kept) })
    await waitFor(async () => expect((await start('Monday')).value).toBe('08:00'))
    await type(user, await end('Tuesday'), '19:00')
    await user.click(await works('Wednesday'))
    await user.click(await works('Sunday'))
    await user.click(await button('Reset'))
    expect((await end('Tuesday')).value).toBe('16:00')
    expect(await works('Wednesday')).toBeChecked()
    expect(await works('Sunday')).not.toBeChecked()
    expect((await sent()).times).toBe(0)
  })

  it('[SCREEN-1] that cannot be are not sent, and the focus goes to the first of them', async () => {
    const { user } = await renderApp('/schedule-working', { world: keeping(kept) })
    await waitFor(async () => expect((await start('Monday')).value).toBe('08:00'))
    await user.clear(await start('Tuesday'))
    await type(user, await end('Wednesday'), '08:00')
    // A day off is not validated.
    await user.clear(await start('Thursday'))
    await user.click(await works('Thursday'))
    await user.click(await button('Save'))
    await waitFor(async () => expect(await start('Tuesday')).toHaveFocus())
    expect(await start('Tuesday')).toHaveAccessibleDescription('This field is required')
    expect(await end('Wednesday')).toHaveAccessibleDescription('End must be after start.')
    expect(await start('Thursday')).toBeValid()
    expect((await sent()).times).toBe(0)
  })

  it('[SCREEN-1] that the server refuses stay as they were typed, and it says why', async () => {
    const { user } = await renderApp('/schedule-working', { world: keeping(kept) })
    await waitFor(async () => expect((await start('Monday')).value).toBe('08:00'))
    const fields = { working_hours: 'Monday: End must be after start.' }
    server.use(http.patch('*/api/profile/1/', () => refusal(400, 'Wrong.', 'invalid', { fields })))
    await type(user, await start('Monday'), '08:15')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByRole('alert')).toHaveTextContent(fields.working_hours)
    expect((await start('Monday')).value).toBe('08:15')
  })

  it('[SCREEN-1] of another time zone say so, and can move to that of this browser', async () => {
    const world = keeping({ ...kept, time_zone: 'Asia/Tokyo' })
    const { user } = await renderApp('/schedule-working', { world })
    const zone = await screen.findByLabelText('Times by the clock of')
    expect(zone).toHaveValue('Asia/Tokyo')
    await user.selectOptions(zone, 'America/Chicago')
    await user.click(await button('Save'))
    await waitFor(async () =>
      expect((await sent()).body).toMatchObject({ working_hours: { time_zone: 'America/Chicago' } }),
    )
  })

  it('[SCREEN-1] stand beside the week of what one takes part in', async () => {
    const world = keeping(kept)
    const noon = new Date().setHours(12, 0, 0, 0) / 1000
    const broker = { id: 1, email: 'bea@basin.example', first_name: 'Bea', last_name: 'Rowe' }
    const call = { title: 'Pricing call', start: noon, end: noon + 1800, participants: [broker] }
    world.tables.activities = [anActivity(call)]
    await renderApp('/schedule-working', { world })
    const week = await screen.findByRole('region', { name: 'Events of the week' })
    expect(await within(week).findByText('Pricing call', { exact: false })).toBeVisible()
    expect(requestsTo('/activities/api/activities/')).toHaveLength(1)
  })
})
