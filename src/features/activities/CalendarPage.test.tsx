import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { contract } from '../../contract'
import type { Person } from '../../contract/fields'
import { anActivity, aProfile } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { setDate } from '../../testing/clock'
import { renderApp, renderDialog, renderPage } from '../../testing/renderApp'
import { replacementsOf } from '../../testing/replacements'
import { holdAnswers, lastQueryTo, loseAnswer, requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'
import { createWorld } from '../../testing/world'

const { path } = contract.activities
const address = '/activities?date=2026-11-18'

const at = (moment: string) => Date.parse(`${moment}-06:00`) / 1000
const bea: Person = { id: 1, email: 'Bea@basin.example', first_name: 'Bea', last_name: 'Rowe' }

const world = () => {
  const made = createWorld()
  made.tables.profiles[0] = aProfile({ nylas_default_calendar: 'own' })
  made.tables.activities.push(
    anActivity({
      id: 1,
      title: 'Plant visit',
      start: at('2026-11-17T09:00'),
      end: at('2026-11-17T10:30'),
      participants: [bea],
      organization: 1,
      deal: 2,
      created_by: 2,
    }),
    anActivity({
      id: 2,
      title: 'Team only',
      start: at('2026-11-19T09:00'),
      end: at('2026-11-19T09:30'),
      created_by: 2,
    }),
  )
  return made
}

const open = (where = address, made = world()) => renderPage(where, { world: made })
const event = (name: RegExp | string) => screen.findByRole('button', { name })
const visit = () => event(/Plant visit, Tuesday, November 17, 09:00 – 10:30/)
const dialog = async () => within(await screen.findByRole('dialog', { name: 'ACTIVITY' }))
const write = async (text: string) => {
  fireEvent.paste(await screen.findByRole('textbox', { name: /^Description/ }), {
    clipboardData: { types: ['text/plain'], getData: (type: string) => (type === 'text/plain' ? text : '') },
  })
}
const enter = (input: HTMLElement, value: string) =>
  // Runs the form's validation before the test continues.
  act(async () => {
    fireEvent.mouseDown(input)
    fireEvent.change(input, { target: { value } })
  })
const setDay = (label: string, day: string) => enter(screen.getByLabelText(`${label}, date`), day)
const setClock = (label: string, clock: string) => enter(screen.getByLabelText(`${label}, time`), clock)
/** Both dialogs have the same name in tests; only one is visible. */
const asked = async () =>
  within((await screen.findByText('Are you sure?')).closest('[role=dialog]') as HTMLElement)
const changes = () => replacementsOf('activities', world().tables.activities[0] ?? {})
const sent = (method: string) =>
  Promise.all(
    requestsTo(path)
      .filter((request) => request.method === method)
      .map((request) => request.clone().json()),
  )
const edit = async (user: UserEvent) => {
  await user.click(await visit())
  await user.click((await dialog()).getByRole('button', { name: 'Edit' }))
  return dialog()
}

describe('the calendar of activities', () => {
  it.each(['month', 'week'])('[ACT-1, K17] prints a %s by day, with nothing to press', async (view) => {
    setViewport({ print: true })
    await open(`${address}&view=${view}`)
    expect(await screen.findByRole('region', { name: 'Tuesday, November 17' })).toHaveTextContent(
      '09:00 – 10:30 Plant visit',
    )
    expect(screen.getByText(/Team only/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Plant visit/ })).not.toBeInTheDocument()
    expect(screen.queryByText(/To move an event/)).not.toBeInTheDocument()
  })

  it('[ACT-1, ACT-4] shows a month first, and asks for no more than it shows', async () => {
    await open()
    expect(await visit()).toHaveAccessibleName(/with you$/)
    expect(screen.getByRole('heading', { level: 1, name: 'Activities' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'November 2026' })).toBeVisible()
    expect(lastQueryTo(path)).toMatchObject({
      start: String(at('2026-11-01T00:00') - 3600),
      end: String(at('2026-12-06T00:00')),
    })
  })

  it('[ACT-1] has the time of an event over several weeks in the first one, and a mark in the others', async () => {
    const made = world()
    const times = { start: at('2026-11-20T19:00'), end: at('2026-11-23T09:00') }
    made.tables.activities.push(anActivity({ id: 3, title: 'Trip', ...times, created_by: 2 }))
    await open(address, made)
    expect(await event(/^19:00 Trip, Friday, November 20, 19:00/)).toHaveTextContent('19:00 Trip')
    expect(await event(/^Trip, continued, Friday/)).toHaveTextContent('… Trip')
  })

  it('[ACT-1] has events of the same time side by side in a week, none over the text of another', async () => {
    const made = world()
    const times = { start: at('2026-11-17T09:30'), end: at('2026-11-17T11:00') }
    made.tables.activities.push(anActivity({ id: 3, title: 'Trip', ...times, created_by: 2 }))
    await open(`${address}&view=week`, made)
    const share = (text = '') => Number.parseFloat(text.replace('calc(', ''))
    const { left, width } = (await visit()).style
    expect([left, width].map(share)).toEqual([0, 50])
    expect(share((await event(/Trip, Tuesday/)).style.left)).toBe(50)
  })

  it('[ACT-1] keeps its view and day in the address', async () => {
    const { user, address: shown, navigate } = await open()
    await visit()
    await user.click(screen.getByRole('radio', { name: 'List' }))
    expect(shown()).toBe('/activities?view=list&date=2026-11-18')
    const day = within(await screen.findByRole('region', { name: 'Tuesday, November 17' }))
    expect(day.getByText('09:00 – 10:30')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Previous week' }))
    expect(shown()).toBe('/activities?view=list&date=2026-11-08')
    expect(await screen.findByText('There is nothing this week.')).toBeVisible()
    navigate('/activities?view=nothing&date=2026-11-31')
    const now = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
    expect(await screen.findByRole('heading', { level: 2, name: now })).toBeVisible()
  })

  it('[ACT-1] goes on to the next day at midnight, and makes no step of where one is already', async () => {
    setDate(new Date(2026, 9, 30, 12))
    const { user, navigate, address: shown } = await open('/activities')
    const month = (name: string) => screen.findByRole('heading', { level: 2, name })
    expect(await month('October 2026')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Today' }))
    setDate(new Date(2026, 10, 2, 9))
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(await month('November 2026')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(await month('December 2026')).toBeVisible()
    navigate(-1)
    expect(await month('November 2026')).toBeVisible()
    navigate(-1)
    expect(await month('November 2026')).toBeVisible()
    expect(shown()).toBe('/activities')
  })

  it('[ACT-1] shows only what one takes part in, by whichever of one’s addresses, where that is asked for', async () => {
    const made = world()
    made.tables.profiles[0] = aProfile({ mail_address: 'bea.rowe@mailbox.example' })
    const { user } = await open('/activities', made)
    await event(/Team only/)
    await user.selectOptions(screen.getByLabelText('Events'), 'With me')
    await waitFor(() =>
      expect(lastQueryTo(path)).toMatchObject({
        participant: 'bea.rowe@mailbox.example,bea@basin.example',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: /Team only/ })).not.toBeInTheDocument())
    expect(await visit()).toBeVisible()
  })

  it('[ACT-1] says how much it does not show, and what failed', async () => {
    server.use(
      http.get(`*${path}`, () =>
        Response.json({ count: 812, results: [anActivity({ start: at('2026-11-17T09:00') })] }),
      ),
    )
    const { user } = await open()
    expect(await screen.findByText(/811 more follow them/)).toBeVisible()
    server.use(http.get(`*${path}`, () => refusal(503, 'Back in a minute.')))
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(await screen.findByText('Back in a minute.')).toBeVisible()
  })

  it('[ACT-1] leads to a day of which there is more, or which was chosen', async () => {
    const { user, address: shown } = await open()
    await visit()
    await user.click(screen.getByRole('button', { name: 'Tuesday, November 17' }))
    expect(shown()).toBe('/activities?view=list&date=2026-11-17')
  })

  it('[ACT-1, SCREEN-1] shades the hours of a week in which one does not work', async () => {
    const made = world()
    const day = { start: '09:00', end: '17:00' }
    made.tables.profiles[0] = aProfile({
      working_hours: { time_zone: 'America/Chicago', days: [day, day, day, day, day, null, null] },
    })
    await open('/activities?view=week&date=2026-11-18', made)
    await visit()
    // Half hours: sixteen on each of five days are working time.
    await waitFor(() =>
      expect(document.querySelectorAll('.rbc-day-slot .event-grid-free')).toHaveLength(7 * 48 - 5 * 16),
    )
  })
})

describe('the ACTIVITY dialog', () => {
  it('[ACT-1] shows an activity to every user, and says who may change it', async () => {
    const { user } = await open()
    await user.click(await event(/Team only/))
    const shown = await dialog()
    expect(shown.getByRole('heading', { name: 'Team only' })).toBeVisible()
    expect(shown.getByText(/Only whoever created it, its participants/)).toBeVisible()
    expect(shown.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
    await user.click(shown.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(await visit())
    for (const text of ['November 17, 2026', 'Bea Rowe', 'HARBOR MILLS', 'Deal 002'])
      expect((await (await dialog()).findAllByText(text)).length).toBeGreaterThan(0)
  })

  it('[ACT-2, SHELL-9] says what is missing after the first attempt', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Add Activity' }))
    const form = await dialog()
    expect(form.queryByRole('button', { name: 'Delete Event' })).not.toBeInTheDocument()
    expect(form.queryByText('This field is required.')).not.toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Save' }))
    for (const label of ['Title', 'Start', 'Description'])
      expect(
        (await form.findByRole('button', { name: label, description: '' })).closest('li'),
      ).toHaveTextContent(`${label}: This field is required.`)
    expect(await sent('POST')).toEqual([])
  })

  it('[NOTI-5] reminds so many minutes before the start, or not', async () => {
    const { user } = await open()
    const form = await edit(user)
    await user.type(form.getByRole('combobox', { name: 'Reminder' }), '15 minutes before{Enter}')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await sent('PUT')).toMatchObject([{ reminder_minutes: 15 }]))
  })

  it('[ACT-2] refuses an end before the start, and helps', async () => {
    const { user } = await open()
    const form = await edit(user)
    await setClock('End', '08:00')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('Start date must greater than end date.')).toBeVisible()
    expect(form.getByText('End must be after start')).toBeVisible()
    await setClock('End', '')
    expect(await form.findByText('Enter a date and a time.')).toBeVisible()
    // The end moves with the start.
    await setClock('End', '10:30')
    await setDay('Start', '11/20/2026')
    expect(form.getByLabelText('End, date')).toHaveValue('11/20/2026')
    expect(form.getByLabelText('End, time')).toHaveValue('10:30')
  })

  it('[ACT-2, TRUST-28] changes the activity that was made where its answer got lost and its time was corrected', async () => {
    const made = world()
    const before = made.tables.activities.length
    const { user } = await open(address, made)
    await visit()
    await user.click(screen.getByRole('button', { name: 'Add Activity' }))
    const form = await dialog()
    await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Pricing call')
    await setDay('Start', '11/24/2026')
    await write('Bring the usage file')
    loseAnswer(path, 'post')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/The server cannot be reached/)).toBeVisible()
    await setClock('Start', '14:30')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await event(/Pricing call, Tuesday, November 24, 14:30/)).toBeVisible()
    expect(made.tables.activities).toHaveLength(before + 1)
  })

  it('[ACT-2, ACT-3, ACT-4] sends seconds, the default calendar, and the start for an empty end', async () => {
    const made = world()
    const { user } = await open(address, made)
    await visit()
    await user.click(screen.getByRole('button', { name: 'Add Activity' }))
    const form = await dialog()
    await user.type(form.getByRole('textbox', { name: /^Title/ }), '  Pricing call ')
    await setDay('Start', '11/24/2026')
    expect(form.getByLabelText('Start, time')).toHaveValue('09:00')
    await setClock('Start', '14:30')
    await user.type(form.getByRole('combobox', { name: /^Participants/ }), 'bea{Enter}')
    expect(form.getByRole('combobox', { name: 'Legal Entity*' })).not.toBeRequired()
    await write('Bring the usage file')
    const answer = holdAnswers(path, 'post')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled())
    expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true')
    expect(form.getByRole('button', { name: 'Close' })).toBeDisabled()
    answer()
    expect(await event(/Pricing call, Tuesday, November 24, 14:30/)).toBeVisible()
    const start = at('2026-11-24T14:30')
    expect(await sent('POST')).toEqual([
      {
        title: 'Pricing call',
        all_day: false,
        start,
        end: start,
        time_zone: 'America/Chicago',
        participants: [{ ...bea, email: 'bea@basin.example' }],
        description: '<p>Bring the usage file</p>',
        calendar_id: 'own',
      },
    ])
  })

  it('[K5] takes whole days, shows them as days, and moves them by days', async () => {
    const { user } = await open()
    const form = await edit(user)
    await user.click(form.getByRole('switch', { name: 'All day' }))
    expect(screen.getByLabelText('Start, date')).toHaveValue('11/17/2026')
    expect(screen.getByLabelText('End, date')).toHaveValue('11/17/2026')
    expect(screen.queryByLabelText('Start, time')).not.toBeInTheDocument()
    await setDay('End', '11/16/2026')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('End must be after start')).toBeVisible()
    await setDay('End', '11/18/2026')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const shown = await event(/^Plant visit, Tuesday, November 17 – Wednesday, November 18, all day/)
    const utc = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
    expect(await changes()).toEqual([{ all_day: true, start: utc('2026-11-17'), end: utc('2026-11-19') }])
    shown.focus()
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await event(/^Plant visit, Wednesday, November 18 – Thursday, November 19, all day/)
    await waitFor(async () =>
      expect((await sent('PATCH')).at(-1)).toEqual({ start: utc('2026-11-18'), end: utc('2026-11-20') }),
    )
  })

  it('[ACT-4, K19] sends the changed fields, and merges them with the changes of another user', async () => {
    const made = world()
    const { user } = await open(address, made)
    const form = await edit(user)
    const title = form.getByRole('textbox', { name: /^Title/ })
    await user.clear(title)
    await user.type(title, 'Plant tour')
    const theirs = { version: 2, end: at('2026-11-17T11:00'), modified_by: null }
    Object.assign(made.tables.activities[0] as object, theirs)
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await event(/Plant tour, Tuesday, November 17, 09:00 – 11:00/)).toBeVisible()
    expect((await changes()).at(-1)).toEqual({ title: 'Plant tour', end: at('2026-11-17T11:00') })
    expect(screen.getByText('Saved together with a change made meanwhile: End.')).toBeVisible()
  })

  it('[ACT-1] asks before an event is deleted, and keeps what was typed where it is not', async () => {
    const { user } = await open()
    const form = await edit(user)
    await user.type(form.getByRole('textbox', { name: /^Title/ }), ' soon')
    await user.click(form.getByRole('button', { name: 'Delete Event' }))
    expect((await asked()).getByText('Plant visit')).toBeVisible()
    expect(screen.getByRole('textbox', { name: /^Title/, hidden: true })).not.toBeVisible()
    await user.click((await asked()).getByRole('button', { name: 'Cancel' }))
    expect((await dialog()).getByRole('textbox', { name: /^Title/ })).toHaveValue('Plant visit soon')
    await user.click((await dialog()).getByRole('button', { name: 'Delete Event' }))
    await user.click((await asked()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Plant/ })).not.toBeInTheDocument())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('moving an event', () => {
  it('[ACT-1, ACT-4] by keys shows it at once at its new place, says so, and saves it', async () => {
    const { user } = await open()
    const answer = holdAnswers(`${path}1/`, 'patch')
    ;(await visit()).focus()
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowDown}{/Shift}')
    const there = await event(/Plant visit, Thursday, November 26, 09:00 – 10:30/)
    await waitFor(() => expect(there).toHaveFocus())
    expect(screen.getByText('Plant visit: Thursday, November 26, 09:00 – 10:30')).toBeInTheDocument()
    answer()
    // Sequential changes, each based on the version of the one before.
    await waitFor(async () =>
      expect((await sent('PATCH')).at(-1)).toEqual({
        start: at('2026-11-26T09:00'),
        end: at('2026-11-26T10:30'),
      }),
    )
    await screen.findAllByText('Update successfully.')
    expect(requestsTo(`${path}1/`).filter(({ method }) => method === 'PATCH').length).toBe(2)
    expect(await event(/Plant visit, Thursday, November 26/)).toBeVisible()
  })

  it('[ACT-1] by its end takes longer or shorter, as long as it takes any time', async () => {
    const { user } = await open('/activities?view=week&date=2026-11-18')
    ;(await visit()).focus()
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}')
    const longer = await event(/Plant visit, Tuesday, November 17, 09:00 – 11:00/)
    await waitFor(() => expect(longer).toHaveFocus())
    await user.keyboard('{Alt>}{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowLeft}{/Shift}{/Alt}')
    await event(/Plant visit, Tuesday, November 17, 09:00 – 09:30/)
    await waitFor(async () =>
      expect((await sent('PATCH')).at(-1)).toEqual({
        start: at('2026-11-17T09:00'),
        end: at('2026-11-17T09:30'),
      }),
    )
  })

  it('[ACT-4] that is refused puts it back, and says so', async () => {
    server.use(http.patch(`*${path}1/`, () => refusal(503, 'Back in a minute.')))
    const { user } = await open()
    ;(await visit()).focus()
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(await screen.findByText('The event stays where it was.')).toBeVisible()
    expect(await visit()).toBeVisible()
  })

  it('[ACT-4] is not offered to users who may not change it', async () => {
    const { user } = await open()
    const other = await event(/Team only/)
    expect(other).not.toHaveAccessibleDescription()
    expect(await visit()).toHaveAccessibleDescription(/drag it, or press Shift and an arrow key/)
    other.focus()
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(await event(/Team only, Thursday, November 19/)).toBeVisible()
    expect(await sent('PATCH')).toEqual([])
  })

  it('[ACT-1] follows it to where it goes, and opens it by Enter', async () => {
    const { user, address: shown } = await open('/activities?view=week&date=2026-11-18')
    ;(await visit()).focus()
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    const earlier = await event(/Plant visit, Tuesday, November 17, 08:30 – 10:00/)
    await waitFor(() => expect(earlier).toHaveFocus())
    await user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}')
    await waitFor(() => expect(shown()).toBe('/activities?view=week&date=2026-11-14'))
    const there = await event(/Plant visit, Saturday, November 14, 08:30 – 10:00/)
    await waitFor(() => expect(there).toHaveFocus())
    await user.keyboard('{Enter}')
    expect((await dialog()).getByRole('heading', { name: 'Plant visit' })).toBeVisible()
  })
})

describe('the Calendar dialog', () => {
  it('[SHELL-9, ACT-1] shows the same, gives its place to ACTIVITY and takes it again', async () => {
    const made = world()
    const noon = new Date()
    noon.setHours(12, 0, 0, 0)
    made.tables.activities.push(anActivity({ id: 9, title: 'Lunch', start: noon.getTime() / 1000 }))
    const { user } = await renderDialog('calendar', {}, { world: made })
    await screen.findByRole('dialog', { name: 'Calendar' })
    await user.click(await event(/Lunch/))
    await dialog()
    expect(screen.queryByRole('dialog', { name: 'Calendar' })).not.toBeInTheDocument()
    await user.click((await dialog()).getByRole('button', { name: 'Close' }))
    await screen.findByRole('dialog', { name: 'Calendar' })
    await waitFor(async () => expect(await event(/Lunch/)).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  /** An event of an opportunity, opened from the top bar's calendar. */
  const openLunch = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Calendar' }))
    await user.click(await event(/Lunch/))
    return dialog()
  }
  const withLunch = () => {
    const made = world()
    const noon = new Date()
    noon.setHours(12, 0, 0, 0)
    made.tables.activities.push(anActivity({ id: 9, title: 'Lunch', start: noon.getTime() / 1000, deal: 2 }))
    return made
  }

  it('[SHELL-9, ACT-1] ends where a link in it leads to another page, which has the focus then', async () => {
    const { user, address: shown } = await renderApp('/mpg/tags', { world: withLunch() })
    const lunch = await openLunch(user)
    await user.click(await lunch.findByRole('link', { name: 'Deal 002' }))
    await waitFor(() => expect(shown()).toBe('/mpg/opportunities/2/details'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const heading = await screen.findByRole('heading', { level: 1, name: 'Deal 002' })
    await waitFor(() => expect(heading).toHaveFocus())
  })

  it('[SHELL-9] stays where the page below it changes by itself', async () => {
    const { user, navigate } = await renderApp('/mpg/tags', { world: withLunch() })
    await openLunch(user)
    for (const to of ['/mpg/tags?q=winter', '/mpg/opportunities']) {
      navigate(to)
      await screen.findByText(/^Showing/)
      expect((await dialog()).getByRole('heading', { name: 'Lunch' })).toBeVisible()
    }
  })

  it('[SHELL-9] ends only once one has said that what is unsaved below it may be left', async () => {
    const { user, address: shown } = await renderApp('/mpg/opportunities/1/edit', { world: withLunch() })
    const name = await screen.findByLabelText(/^Opportunity Name/)
    await user.type(name, ' more')
    const lunch = await openLunch(user)
    const link = await lunch.findByRole('link', { name: 'Deal 002' })
    await user.click(link)
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(link).toBeVisible())
    expect(shown()).toBe('/mpg/opportunities/1/edit')
    expect(name).toHaveValue('Deal 001 more')
    await user.click(link)
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(shown()).toBe('/mpg/opportunities/2/details'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})
