import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const path = '/api/mpg/opportunities/'

const world = () => {
  const made = createWorld()
  made.tables.sourceNames = [
    { source_name_id: 1, name: 'Aldermarch Energy Brokers' },
    { source_name_id: 2, name: 'Bellhaven-Reed Gas Advisors' },
  ]
  return made
}

const open = async (made = world()) => {
  const app = await renderPage('/mpg/opportunities/new', { world: made })
  await screen.findByRole('heading', { level: 2, name: 'Opportunity' })
  return app
}

const button = (name: string) => screen.getByRole('button', { name })
const step = () => screen.getByRole('listitem', { current: 'step' }).textContent
const posts = () => requestsTo(path).filter(({ method }) => method === 'POST')
const keysOf = (requests: Request[]) => new Set(requests.map(({ headers }) => headers.get('Idempotency-Key')))
const uploads = () => requestsTo('/api/mpg/file/').filter(({ method }) => method === 'POST')

const next = async (user: UserEvent) => {
  await user.click(button('Next'))
}

const pickSource = async (user: UserEvent, name = 'Aldermarch Energy Brokers') => {
  await user.click(screen.getByRole('combobox', { name: 'Source Name' }))
  await user.click(await screen.findByTitle(name))
}

const pickDate = async (user: UserEvent, label: string, text: string) => {
  await user.type(screen.getByLabelText(label), `${text}{Enter}`)
}

/** Proceeds to the review, with the minimal data of an indirect opportunity. */
const toReview = async (user: UserEvent, name = 'Alder Creek') => {
  await user.type(screen.getByLabelText('Opportunity Name *'), name)
  await next(user)
  await pickSource(user)
  await next(user)
  await screen.findByRole('heading', { level: 2, name: 'Files and review' })
}

const pickFiles = async (user: UserEvent, ...names: string[]) => {
  await user.upload(
    screen.getByLabelText('browse'),
    names.map((name) => new File(['usage'], name, { type: 'text/csv' })),
  )
}

describe('the wizard', () => {
  it('[OPN-1, OPN-2] begins with the name, without which there is no way on', async () => {
    const { user } = await open()
    expect(step()).toBe('1Opportunity')
    expect(screen.getByRole('navigation', { name: 'Steps' })).toHaveTextContent(
      '1Opportunity2Source3Files and review4Save',
    )
    expect(button('Next')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument()
    expect(screen.getByText(/Still needed:/)).toHaveTextContent('Still needed: Opportunity Name')
    const name = screen.getByLabelText('Opportunity Name *')
    await user.type(name, '   ')
    expect(button('Next')).toBeDisabled()
    await user.click(button('Opportunity Name'))
    expect(name).toHaveFocus()
    await user.type(name, 'Alder Creek')
    expect(button('Next')).toBeEnabled()
    await next(user)
    expect(step()).toBe('2Source')
    expect(screen.getByRole('heading', { level: 2, name: 'Source' })).toHaveFocus()
    await user.click(button('Back'))
    expect(screen.getByLabelText('Opportunity Name *')).toHaveValue('   Alder Creek')
  })

  it('[OPN-1] goes on with Enter, and submits nothing before its last step', async () => {
    const { user } = await open()
    await user.type(screen.getByLabelText('Opportunity Name *'), 'Alder Creek{Enter}')
    expect(step()).toBe('2Source')
    await user.type(screen.getByLabelText('Source RFP'), '7{Enter}')
    expect(step()).toBe('2Source')
    expect(posts()).toEqual([])
  })

  it('[OPN-3] an indirect source needs its name, a direct one a close date and a volume', async () => {
    const { user } = await open()
    await user.type(screen.getByLabelText('Opportunity Name *'), 'Alder Creek')
    await next(user)
    expect(screen.getByRole('radio', { name: 'INDIRECT' })).toBeChecked()
    expect(button('Next')).toBeDisabled()
    expect(screen.getByText(/Still needed:/)).toHaveTextContent(/^Still needed: Source Name$/)
    await pickSource(user)
    expect(button('Next')).toBeEnabled()

    await user.click(screen.getByRole('radio', { name: 'DIRECT' }))
    expect(screen.queryByLabelText(/Source (Name|RFP|Fee)/)).not.toBeInTheDocument()
    expect(button('Next')).toBeDisabled()
    expect(screen.getByText(/Still needed:/)).toHaveTextContent(
      /^Still needed: Expected Close Date, Estimated Annual Volume$/,
    )
    await pickDate(user, 'Expected Close Date *', '03/31/2027')
    expect(screen.getByText(/Still needed:/)).toHaveTextContent(/^Still needed: Estimated Annual Volume$/)
    await user.type(screen.getByLabelText('Estimated Annual Volume *'), '12k')
    expect(button('Next')).toBeDisabled()
    expect(screen.getByText(/Still needed:/)).toHaveTextContent('Estimated Annual Volume (Enter a number.)')
    await user.clear(screen.getByLabelText('Estimated Annual Volume *'))
    await user.type(screen.getByLabelText('Estimated Annual Volume *'), '12,000')
    expect(button('Next')).toBeEnabled()
  })

  it('[OPN-4, OPN-5, OPN-7, OPN-8] makes an indirect opportunity and opens its details', async () => {
    const made = world()
    const { user, address } = await open(made)
    await user.type(screen.getByLabelText('Opportunity Name *'), '  Alder Creek ')
    await user.click(screen.getByRole('combobox', { name: 'Tags' }))
    await user.click(await screen.findByText('WINTER'))
    await user.type(screen.getByLabelText('Sales Person Represented'), ' Ann Holt ')
    await next(user)
    await pickSource(user)
    await user.type(screen.getByLabelText('Source RFP'), '4711')
    await user.click(screen.getByRole('radio', { name: 'Per_Therm' }))
    await user.clear(screen.getByLabelText('Source Fee'))
    await user.type(screen.getByLabelText('Source Fee'), '$0.015')
    await pickDate(user, 'Expected Close Date', '03/31/2027')
    await user.type(screen.getByLabelText('Estimated Annual Volume'), '125,000.5')
    expect(screen.getByLabelText('Estimated Annual Volume').parentElement).toHaveTextContent('th')
    await next(user)
    expect(screen.getByRole('region', { name: 'Source' })).toHaveTextContent(
      'Source TypeINDIRECTSource NameAldermarch Energy BrokersSource RFP4711Source Fee$0.015 / th' +
        'Fee DeterminantPer_ThermExpected Close Date03/31/2027Estimated Annual Volume125,000.5 thCredit RequestNO',
    )
    await user.click(button('Save'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/4/details')
    const [sent, ...more] = posts()
    expect(more).toEqual([])
    expect(await sent?.json()).toEqual({
      opportunity_name: 'Alder Creek',
      tags: [1],
      sales_represented: 'Ann Holt',
      source_type: 'INDIRECT',
      source_name: 'Aldermarch Energy Brokers',
      source_rfp: 4711,
      source_fee: 0.015,
      fee_determinant_indirect: true,
      dekatherms: false,
      estimated_annual_volume: 125000.5,
      expected_close_date: '2027-03-31',
      credit_request: 'no',
    })
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^\w{16,}$/)
    expect(made.tables.opportunities).toHaveLength(4)
  })

  it('[OPN-4, OPN-7, OPN-8] makes a direct opportunity, without what is asked of an indirect one, and goes on to a bid', async () => {
    const { user, address } = await open()
    await user.type(screen.getByLabelText('Opportunity Name *'), 'Alder Creek')
    await next(user)
    await pickSource(user)
    await user.type(screen.getByLabelText('Source RFP'), 'not a number')
    await user.click(screen.getByRole('radio', { name: 'DIRECT' }))
    await pickDate(user, 'Expected Close Date *', '2027-03-31')
    await user.type(screen.getByLabelText('Estimated Annual Volume *'), '9000')
    await next(user)
    await user.click(button('Save & Add Bid'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/bid/new'))
    expect(await posts()[0]?.json()).toEqual({
      opportunity_name: 'Alder Creek',
      source_type: 'DIRECT',
      fee_determinant_direct: true,
      dekatherms: true,
      estimated_annual_volume: 9000,
      expected_close_date: '2027-03-31',
      credit_request: 'no',
    })
  })

  it('[OPN-4] sends a source fee of 0 where none was typed, and the extra fields that were', async () => {
    const { user, address } = await open()
    await user.type(screen.getByLabelText('Opportunity Name *'), 'Alder Creek')
    await next(user)
    await pickSource(user)
    expect(screen.getByLabelText('Source Fee')).toHaveValue('0')
    expect(screen.queryByLabelText('Broker Name')).not.toBeInTheDocument()
    await user.click(button('More fields'))
    await user.type(screen.getByLabelText('Broker Name'), 'Basin Energy Partners')
    await user.click(screen.getByRole('radio', { name: 'YES' }))
    await pickDate(user, 'Pricing Due Date, date', '03/01/2027')
    await next(user)
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/details'))
    expect(await posts()[0]?.json()).toMatchObject({
      source_fee: 0,
      broker_name: 'Basin Energy Partners',
      credit_request: 'yes',
      pricing_due_date: '2027-03-01',
    })
  })

  it('[OPN-5] a failing create keeps everything, says why in the wizard, and is retried as the same', async () => {
    const made = world()
    const { user, address, store } = await open(made)
    await toReview(user)
    server.use(http.post(`*${path}`, () => refusal(503, 'The database does not answer.'), { once: true }))
    await user.click(button('Save'))
    const problem = await screen.findByText('The opportunity has not been created.')
    expect(step()).toBe('3Files and review')
    expect(problem.closest('[role="alert"]')).toHaveFocus()
    expect(problem.closest('[role="alert"]')).toHaveTextContent('The database does not answer.')
    expect(store.getState().toasts).toEqual([])
    expect(screen.getByRole('region', { name: 'Opportunity' })).toHaveTextContent('Alder Creek')
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/details'))
    expect(posts()).toHaveLength(2)
    expect(keysOf(posts()).size).toBe(1)
    expect(made.tables.opportunities).toHaveLength(4)
  })

  it('[OPN-5] a refused field leads to its step', async () => {
    const { user, address } = await open()
    await toReview(user)
    server.use(
      http.post(
        `*${path}`,
        () =>
          refusal(400, 'source_name: Choose an entry of the list.', 'invalid', {
            fields: { source_name: 'Choose an entry of the list.' },
          }),
        { once: true },
      ),
    )
    await user.click(button('Save'))
    await user.click(await screen.findByRole('button', { name: 'Source Name (step 2)' }))
    const field = await screen.findByRole('combobox', { name: 'Source Name' })
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription('Choose an entry of the list.')
    await user.click(field)
    await user.click(await screen.findByTitle('Bellhaven-Reed Gas Advisors'))
    await next(user)
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/details'))
    expect(keysOf(posts()).size).toBe(2)
  })

  /** Creates the opportunity, but loses the answer. */
  const loseOneAnswer = (made: ReturnType<typeof world>) => {
    let isLost = false
    server.use(
      http.post(`*${path}`, async ({ request }) => {
        if (isLost) return undefined
        isLost = true
        const { opportunities } = made.tables
        const row = {
          ...opportunities[0],
          ...((await request.json()) as object),
          opportunity_id: 4,
          version: 1,
        }
        opportunities.push(row as (typeof opportunities)[number])
        made.created.set(request.headers.get('Idempotency-Key') ?? '', row)
        return HttpResponse.error()
      }),
    )
  }

  it('[OPN-5] a lost answer is asked for again, and one opportunity made', async () => {
    const made = world()
    const { user, address } = await open(made)
    await toReview(user)
    loseOneAnswer(made)
    await user.click(button('Save'))
    await screen.findByText(/The server cannot be reached/)
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/details'))
    expect(keysOf(posts()).size).toBe(1)
    expect(made.tables.opportunities).toHaveLength(4)
  })

  it('[OPN-5] other input after a lost answer changes the opportunity that was made', async () => {
    const made = world()
    const { user, address } = await open(made)
    await toReview(user)
    loseOneAnswer(made)
    await user.click(button('Save'))
    await screen.findByText(/The server cannot be reached/)
    await user.click(button('Change Opportunity'))
    await user.type(screen.getByLabelText('Opportunity Name *'), ' II')
    await next(user)
    await user.click(screen.getByRole('combobox', { name: 'Source Name' }))
    await user.click(await screen.findByTitle('Bellhaven-Reed Gas Advisors'))
    await next(user)
    await user.click(button('Save'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek II' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/4/details')
    expect(keysOf(posts()).size).toBe(1)
    const [patch] = requestsTo(`${path}4/`).filter(({ method }) => method === 'PATCH')
    expect(await patch?.json()).toEqual({
      opportunity_name: 'Alder Creek II',
      source_name: 'Bellhaven-Reed Gas Advisors',
      broker_name: 'Bellhaven-Reed Gas Advisors',
    })
    expect(made.tables.opportunities).toHaveLength(4)
  })

  it('[OPN-5, OPN-6] uploads the files with their tags after the opportunity is there', async () => {
    const made = world()
    const { user, address } = await open(made)
    await toReview(user)
    await pickFiles(user, 'usage.csv', 'loa.csv')
    await user.click(screen.getByRole('combobox', { name: 'Tags of usage.csv' }))
    await user.click(await screen.findByTitle('Usage'))
    await user.click(await screen.findByTitle('Service Locations'))
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/details'))
    const stored = made.tables.files.map(({ filename, object_id, tags }) => ({ filename, object_id, tags }))
    expect(stored.toSorted((a, b) => a.filename.localeCompare(b.filename))).toEqual([
      { filename: 'loa.csv', object_id: 'opportunity-4', tags: [] },
      { filename: 'usage.csv', object_id: 'opportunity-4', tags: ['Usage', 'Service_Locations'] },
    ])
  })

  /** Refuses a file until told otherwise. */
  const failUploadsOf = (name: string) => {
    let fails = true
    server.use(
      http.post('*/api/mpg/file/', async ({ request }) => {
        const form = await request.clone().formData()
        return fails && form.get('filename') === name ? refusal(503, 'The disk is full.') : undefined
      }),
    )
    return () => {
      fails = false
    }
  }

  it('[OPN-5, OPN-6] a failing upload can be retried; the opportunity stays one', async () => {
    const made = world()
    const { user, address } = await open(made)
    await toReview(user)
    await pickFiles(user, 'usage.csv', 'loa.csv')
    const mended = failUploadsOf('loa.csv')
    await user.click(button('Save'))
    expect(await screen.findByText('1 file could not be uploaded.', { exact: false })).toBeVisible()
    expect(step()).toBe('4Save')
    expect(screen.getByRole('list', { name: 'Pending files' })).toHaveTextContent('Failed: The disk is full.')
    mended()
    await user.click(button('Retry'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/details'))
    expect(made.tables.files.map(({ filename }) => filename).toSorted()).toEqual(['loa.csv', 'usage.csv'])
    expect(keysOf(uploads()).size).toBe(2)
    expect(posts()).toHaveLength(1)
  })

  it('[OPN-5, OPN-6] goes on without the files that could not be uploaded', async () => {
    const made = world()
    const { user, address } = await open(made)
    await toReview(user)
    await pickFiles(user, 'loa.csv')
    failUploadsOf('loa.csv')
    await user.click(button('Save & Add Bid'))
    await user.click(await screen.findByRole('button', { name: 'Go on without them' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/4/bid/new'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(posts()).toHaveLength(1)
  })

  it('asks before it is left with something typed', async () => {
    const { user, address } = await open()
    await user.type(screen.getByLabelText('Opportunity Name *'), 'Alder Creek')
    await user.click(button('Cancel'))
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await user.click(button('Stay'))
    expect(address()).toBe('/mpg/opportunities/new')
    expect(screen.getByLabelText('Opportunity Name *')).toHaveValue('Alder Creek')
  })

  it('[OPN-9] offers the names of the list only', async () => {
    const { user } = await open()
    await user.type(screen.getByLabelText('Opportunity Name *'), 'Alder Creek')
    await next(user)
    const source = screen.getByRole('combobox', { name: 'Source Name' })
    await user.type(source, 'Nobody and Sons')
    expect(await screen.findByText('Nothing matches.')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    await user.tab()
    expect(button('Next')).toBeDisabled()
    await user.type(source, 'bell')
    const bellhaven = 'Bellhaven-Reed Gas Advisors'
    await user.click(await screen.findByTitle(bellhaven))
    const names = requestsTo('/api/mpg/source-names/').map(({ url }) => new URL(url).searchParams.get('q'))
    expect(names).toContain('bell')
    const chosen = within(screen.getByRole('form')).getByText(bellhaven, { selector: '[title]' })
    expect(chosen).toBeVisible()
    expect(button('Next')).toBeEnabled()
  })
})
