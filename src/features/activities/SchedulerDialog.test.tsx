import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { contract } from '../../contract'
import type { Person } from '../../contract/fields'
import { eventPath } from '../../contract/mail'
import { aContact, anActivity, anOrganizationContact, aProfile } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderDialog, renderPage } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, loseAnswer, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'
import { opportunityAt } from '../../resources/opportunities/paths'

const { path } = contract.activities
const at = (moment: string) => Date.parse(`${moment}-06:00`) / 1000
const bea: Person = { id: 1, email: 'bea@basin.example', first_name: 'Bea', last_name: 'Rowe' }
const ada: Person = { id: null, email: 'ada@quill.example', first_name: 'Ada', last_name: 'Quill' }

const world = () => {
  const made = createWorld()
  const nineToFive = { start: '09:00', end: '17:00' }
  made.tables.profiles[0] = aProfile({
    nylas_default_calendar: 'own',
    working_hours: {
      time_zone: 'America/Chicago',
      days: [nineToFive, nineToFive, nineToFive, nineToFive, nineToFive, null, null],
    },
  })
  return made
}
const open = (begins: Parameters<typeof renderDialog<'meeting'>>[1] = {}, made = world()) =>
  renderDialog('meeting', begins, { world: made })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'SCHEDULER' }))
const enter = (label: string, value: string) =>
  act(async () => {
    const input = screen.getByLabelText(label)
    fireEvent.mouseDown(input)
    fireEvent.change(input, { target: { value } })
  })
const fill = async (user: UserEvent) => {
  const form = await dialog()
  await user.type(form.getByRole('textbox', { name: /^Title/ }), ' Pricing call ')
  await enter('From, date', '11/24/2026')
  await enter('From, time', '14:30')
  fireEvent.paste(await screen.findByRole('textbox', { name: /^Description/ }), {
    clipboardData: {
      types: ['text/plain'],
      getData: (type: string) => (type === 'text/plain' ? 'Bring the usage file' : ''),
    },
  })
  return form
}
const sent = () => Promise.all(requestsTo(eventPath).map((request) => request.clone().json()))
const save = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }))

describe('the SCHEDULER dialog', () => {
  it('[SCH-1, SHELL-9] is about the opportunity above whose pages it is opened from the top bar', async () => {
    const { user } = await renderApp('/mpg/opportunities/1/files', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Scheduler' }))
    const form = await dialog()
    expect(await form.findByText('Deal 001')).toBeVisible()
    await fill(user)
    await save(user)
    await waitFor(async () => expect(await sent()).toMatchObject([{ deal: 1 }]))
  })

  it.each([
    ['/mpg/opportunities/12/bid/7/edit-from-bid', 12],
    ['/mpg/opportunities/12', 12],
    ['/mpg/opportunities/new', undefined],
    ['/mpg/opportunities', undefined],
    ['/mpg/organizations/12/details', undefined],
  ])('[SCH-1] knows of which opportunity an address is: %s', (address, id) => {
    expect(opportunityAt(address)).toBe(id)
  })

  it('[SCH-1, SHELL-9] says what is missing after the first attempt', async () => {
    const { user } = await open()
    const form = await dialog()
    await screen.findByRole('textbox', { name: /^Description/ })
    expect(form.queryByText('Please enter all fields required.')).not.toBeInTheDocument()
    await save(user)
    await waitFor(() =>
      expect(form.getAllByText('Please enter all fields required.', { selector: 'p' })).toHaveLength(3),
    )
    expect(await sent()).toEqual([])
  })

  it('[SCH-1, SHELL-9] says nothing more once everything is there, whatever was filled last', async () => {
    const { user } = await open()
    const form = await dialog()
    const description = await screen.findByRole('textbox', { name: /^Description/ })
    await save(user)
    await form.findAllByText('Please enter all fields required.', { selector: 'p' })
    await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Pricing call')
    fireEvent.paste(description, {
      clipboardData: { types: ['text/plain'], getData: () => 'Bring the usage file' },
    })
    await enter('From, date', '11/24/2026')
    await waitFor(() =>
      expect(
        form.queryByText('Please enter all fields required.', { selector: 'p' }),
      ).not.toBeInTheDocument(),
    )
  })

  it('[SCH-1] proposes half an hour, and refuses an end before the start', async () => {
    const { user } = await open()
    const form = await fill(user)
    expect(form.getByLabelText('To, date')).toHaveValue('11/24/2026')
    expect(form.getByLabelText('To, time')).toHaveValue('15:00')
    await enter('To, time', '14:00')
    await save(user)
    expect(await form.findByText('Start date must greater than end date.')).toBeVisible()
    expect(form.getByText('End must be after start')).toBeVisible()
    expect(await sent()).toEqual([])
  })

  it('[SCH-1] schedules once, for an opportunity and those who are invited, and shows it in their week', async () => {
    const made = world()
    const { user } = await open({ participants: [ada], deal: 2 }, made)
    const form = await fill(user)
    await user.type(form.getByRole('combobox', { name: /^Participants/ }), 'bea{Enter}')
    expect(await form.findByText('bea@basin.example')).toBeInTheDocument()
    const answer = holdAnswers(eventPath, 'post')
    await save(user)
    await save(user)
    await waitFor(() => expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled())
    expect(form.getByRole('button', { name: 'Close' })).toBeDisabled()
    answer()
    expect(await screen.findByText('Add successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const start = at('2026-11-24T14:30')
    expect(await sent()).toEqual([
      {
        title: 'Pricing call',
        all_day: false,
        start,
        end: start + 1800,
        time_zone: 'America/Chicago',
        participants: [ada, bea],
        description_text: '<p>Bring the usage file</p>',
        deal: 2,
        calendar_id: 'own',
      },
    ])
  })

  it('[SCH-1, TRUST-28] keeps everything where it failed, and tries again under the same key', async () => {
    server.use(http.post(`*${eventPath}`, () => refusal(503, 'Back in a minute.'), { once: true }))
    const { user, world: made } = await open()
    const form = await fill(user)
    await save(user)
    expect(await screen.findByText('Cannot create new event.')).toBeVisible()
    expect(form.getByRole('textbox', { name: /^Title/ })).toHaveValue(' Pricing call ')
    expect(form.getByRole('textbox', { name: /^Description/ })).toHaveTextContent('Bring the usage file')
    await save(user)
    expect(await screen.findByText('Add successfully.')).toBeVisible()
    const [first, second] = requestsTo(eventPath).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([typeof first, second]).toEqual(['string', first])
    expect((await sent())[0]).toMatchObject({ deal: null })
    expect(made.tables.activities).toHaveLength(1)
  })

  it('[SCH-1, TRUST-28] changes the meeting that was made where its answer got lost and its time was corrected', async () => {
    const { user, world: made } = await open()
    await fill(user)
    loseAnswer(eventPath, 'post')
    await save(user)
    expect(await screen.findByText('Cannot create new event.')).toBeVisible()
    await enter('From, time', '15:30')
    await enter('To, time', '16:00')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(made.tables.activities).toMatchObject([{ title: 'Pricing call', start: at('2026-11-24T15:30') }])
  })

  it('[SCH-1] shows the week of the meeting beside it, with an overlay while it is read', async () => {
    const made = world()
    // Never in the current week.
    made.tables.activities.push(
      anActivity({
        title: 'Plant visit',
        start: at('2019-01-16T09:00'),
        end: at('2019-01-16T10:00'),
        participants: [ada],
      }),
    )
    await open({ participants: [ada] }, made)
    const form = await dialog()
    await form.findByText('There is nothing this week.')
    const answer = holdAnswers(path)
    await enter('From, date', '01/15/2019')
    const week = within(form.getByRole('region', { name: 'Week of the meeting' }))
    expect(await week.findByText('Loading...')).toBeVisible()
    answer()
    expect(await week.findByText('Plant visit')).toBeVisible()
    expect(week.queryByText('Loading...')).not.toBeInTheDocument()
    expect(lastQueryTo(path)).toMatchObject({
      participant: 'bea@basin.example,ada@quill.example',
      start: String(at('2019-01-13T00:00')),
    })
  })

  it('[SCH-1] says of no week that it is free before that is known, and keeps what is known of it', async () => {
    const made = world()
    for (const [id, name] of ['bo', 'cy'].entries())
      made.participants.push({ id, email: `${name}@quill.example`, first_name: null, last_name: null })
    const visit = { start: at('2019-01-16T09:00'), end: at('2019-01-16T10:00'), participants: [ada] }
    made.tables.activities.push(anActivity({ title: 'Plant visit', ...visit }))
    const { user } = await open({ participants: [ada] }, made)
    const form = await dialog()
    await enter('From, date', '01/15/2019')
    const week = within(form.getByRole('region', { name: 'Week of the meeting' }))
    expect(await week.findByText('Plant visit')).toBeVisible()
    const invite = (who: string) =>
      user.type(form.getByRole('combobox', { name: /^Participants/ }), `${who}{Enter}`)

    let answer = holdAnswers(path)
    await invite('bo')
    expect(await week.findByText('Loading...')).toBeVisible()
    expect(week.getByText('Plant visit')).toBeVisible()
    answer()
    await waitFor(() => expect(week.queryByText('Loading...')).not.toBeInTheDocument())

    answer = holdAnswers(path)
    await user.click(week.getByRole('button', { name: 'Next week' }))
    expect(await week.findByText('Loading...')).toBeVisible()
    expect(week.queryByText('Plant visit')).not.toBeInTheDocument()
    expect(week.queryByText('There is nothing this week.')).not.toBeInTheDocument()
    answer()
    expect(await week.findByText('There is nothing this week.')).toBeVisible()

    // An empty week of other people means nothing.
    answer = holdAnswers(path)
    await invite('cy')
    expect(await week.findByText('Loading...')).toBeVisible()
    expect(week.queryByText('There is nothing this week.')).not.toBeInTheDocument()
    answer()
    expect(await week.findByText('There is nothing this week.')).toBeVisible()
  })

  it('[SCH-1, SCREEN-1] warns outside of the working hours, without preventing the meeting', async () => {
    const { user } = await open()
    const form = await fill(user)
    const warning = 'This time lies outside your working hours.'
    expect(form.queryByText(warning)).not.toBeInTheDocument()
    await enter('From, time', '16:45')
    expect(await form.findByText(warning)).toBeVisible()
    await save(user)
    expect(await screen.findByText('Add successfully.')).toBeVisible()
  })
})

describe('a meeting with a contact', () => {
  it('[CON-10, SCH-1] begins with the emails of the contact of today, and then stands in the week of the contact', async () => {
    const made = world()
    made.tables.contacts = [aContact({ personal_email: 'ada@quill.example' })]
    made.tables.organizationContacts = [
      anOrganizationContact({ work_email: 'ada@larkfield.example' }),
      anOrganizationContact({
        organization_contact_id: 2,
        organization: 2,
        work_email: 'Ada@quill.example',
      }),
      anOrganizationContact({
        organization_contact_id: 3,
        organization: 3,
        work_email: 'ada@kiln.example',
        employment_status: 'expired',
      }),
    ]
    const { user } = await renderPage('/mpg/contacts/1/details', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Task or Meeting' }))
    await user.click(await screen.findByRole('button', { name: 'Meeting' }))
    const form = await dialog()
    for (const email of ['Ada@quill.example', 'ada@larkfield.example'])
      expect(await form.findByText(email)).toBeInTheDocument()
    expect(form.queryByText('ada@kiln.example')).not.toBeInTheDocument()
    await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Pricing call')
    const now = new Date()
    const day = `${now.getMonth() + 1}/${now.getDate()}/${now.getFullYear()}`.replace(/\b\d\b/g, '0$&')
    await enter('From, date', day)
    fireEvent.paste(await screen.findByRole('textbox', { name: /^Description/ }), {
      clipboardData: { types: ['text/plain'], getData: (type: string) => (type === 'text/plain' ? 'x' : '') },
    })
    await save(user)
    expect(
      await within(screen.getByRole('region', { name: 'Events of the week' })).findByText('Pricing call'),
    ).toBeVisible()
  })
})

describe('a meeting about an opportunity', () => {
  it('[SCH-1] is scheduled from its page', async () => {
    const { user } = await renderPage('/mpg/opportunities/2/details', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Schedule Meeting' }))
    expect((await dialog()).getByRole('group', { name: 'Opportunity' })).toHaveTextContent('Deal 002')
  })
})
