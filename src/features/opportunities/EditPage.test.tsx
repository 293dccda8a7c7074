import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { anOpportunity, aTag } from '../../testing/builders'
import { stopClock } from '../../testing/clock'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { replacementsOf } from '../../testing/replacements'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { createWorld, type World } from '../../testing/world'

const one = '/api/mpg/opportunities/41/'

const world = () => {
  const made = createWorld()
  made.tables.tags.push(aTag({ tag_id: 3, name: 'Zonal' }))
  made.tables.sourceNames = [
    { source_name_id: 1, name: 'Aldermarch Energy Brokers' },
    { source_name_id: 2, name: 'Bellhaven-Reed Gas Advisors' },
  ]
  made.tables.opportunities.push(
    anOpportunity({
      opportunity_id: 41,
      opportunity_name: 'Alder Creek',
      tags: [1],
      sales_represented: 'Ann Holt',
      source_type: 'INDIRECT',
      source_name: 'Aldermarch Energy Brokers',
      source_rfp: 4711,
      source_fee: 0.015,
      fee_determinant_indirect: true,
      dekatherms: true,
      broker_name: 'Basin Energy Partners',
      broker_fee: 0.0125,
      sales_annual_volume_manual: 250_000,
      pricing_due_date: '2027-03-01',
      notes: 'Renews in spring',
      version: 4,
    }),
  )
  return made
}

const opportunity = ({ tables }: World) => {
  const found = tables.opportunities.find(({ opportunity_id }) => opportunity_id === 41)
  if (!found) throw new Error('The opportunity is gone.')
  return found
}

const puts = () => requestsTo(one).filter(({ method }) => method === 'PUT')
const changes = () => replacementsOf('opportunities', opportunity(world()))
const button = (name: string) => screen.getByRole('button', { name })
const nameField = () => screen.findByLabelText('Opportunity Name *')

const open = async (made = world()) => {
  const app = await renderPage('/mpg/opportunities/41/details', { world: made })
  await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })
  app.navigate('/mpg/opportunities/41/edit')
  await nameField()
  return app
}

type App = Awaited<ReturnType<typeof open>>

describe('the edit form', () => {
  it('[OPE-1, OPE-3] shows every field that people write, the extra ones too', async () => {
    await open()
    expect(await nameField()).toHaveValue('Alder Creek')
    expect(screen.getByRole('combobox', { name: 'Tags' }).closest('.field')).toHaveTextContent('WINTER')
    expect(screen.getByLabelText('Sales Person Represented')).toHaveValue('Ann Holt')
    expect(screen.getByRole('radio', { name: 'INDIRECT' })).toBeChecked()
    expect(screen.getByTitle('Aldermarch Energy Brokers')).toBeVisible()
    expect(screen.getByLabelText('Source RFP')).toHaveValue('4711')
    expect(screen.getByLabelText('Source Fee')).toHaveValue('0.015')
    expect(screen.getByRole('radio', { name: 'Per_Dekatherm' })).toBeChecked()
    expect(screen.getByLabelText('Annual Volume')).toHaveValue('250,000')
    expect(screen.getByLabelText('Annual Volume').parentElement).toHaveTextContent('dth')
    expect(screen.getByLabelText('Pricing Due Date, date')).toHaveValue('03/01/2027')
    expect(screen.getByLabelText('Pricing Due Date, time (optional)')).toHaveValue('')
    expect(screen.getByLabelText('Broker Name')).toHaveValue('Basin Energy Partners')
    expect(screen.getByLabelText('Broker Fee')).toHaveValue('0.0125')
    expect(screen.getByRole('radio', { name: 'NO' })).toBeChecked()
    expect(screen.getByLabelText('Notes')).toHaveValue('Renews in spring')
    expect(button('Save')).toBeEnabled()
  })

  it('[OPE-2, OPN-8, K2] converts with the unit, sends what has changed, null for what was emptied, and goes back to where one was', async () => {
    const { user, address } = await open()
    await user.clear(await nameField())
    await user.type(await nameField(), ' Alder Creek II ')
    await user.clear(screen.getByLabelText('Broker Name'))
    await user.clear(screen.getByLabelText('Broker Fee'))
    await user.clear(screen.getByLabelText('Annual Volume'))
    await user.type(screen.getByLabelText('Annual Volume'), '1,250.75')
    await user.click(screen.getByRole('radio', { name: 'Per_Therm' }))
    expect(screen.getByLabelText('Annual Volume').parentElement).toHaveTextContent(/^th$/)
    expect(screen.getByLabelText('Annual Volume')).toHaveValue('12,507.5')
    await user.click(screen.getByRole('radio', { name: 'YES' }))
    await user.click(button('Save'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek II' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/41/details')
    expect(await changes()).toEqual([
      {
        opportunity_name: 'Alder Creek II',
        broker_name: null,
        broker_fee: null,
        source_fee: 0.0015,
        sales_annual_volume_manual: 12507.5,
        dekatherms: false,
        credit_request: 'yes',
      },
    ])
    expect(puts()[0]?.headers.get('If-Match')).toBe('"4"')
    // Lists go out where they have been changed.
    expect(Object.keys((await puts()[0]?.clone().json()) as object)).not.toEqual(
      expect.arrayContaining(['organizations']),
    )
    expect(screen.getByRole('region', { name: 'At a glance' })).toHaveTextContent('12,507.5 th')
  })

  it('[OPE-3] a due date stays a day until it is given a time', async () => {
    const { user, address } = await open()
    const time = screen.getByLabelText('Pricing Due Date, time (optional)')
    await user.type(time, '14:30')
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
    expect(await changes()).toEqual([{ pricing_due_date: '2027-03-01T20:30:00.000Z' }])
  })

  it('[OPN-4] another source takes the fields of the first one with it', async () => {
    const { user, address } = await open()
    await user.click(screen.getByRole('radio', { name: 'DIRECT' }))
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
    expect(await changes()).toEqual([
      {
        source_type: 'DIRECT',
        source_name: null,
        source_rfp: null,
        source_fee: null,
        fee_determinant_indirect: null,
        fee_determinant_direct: true,
      },
    ])
  })

  it('[OPE-3] asks for the name and for numbers, after the first submit', async () => {
    const { user } = await open()
    await user.clear(await nameField())
    await user.type(screen.getByLabelText('Broker Fee'), 'x')
    expect(screen.queryByText('This field is required')).not.toBeInTheDocument()
    await user.click(button('Save'))
    await waitFor(async () => expect(await nameField()).toHaveFocus())
    expect(await nameField()).toHaveAccessibleDescription('This field is required')
    expect(screen.getByLabelText('Broker Fee')).toHaveAccessibleDescription('Enter a number.')
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields need another look:')
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Broker Fee' }))
    expect(screen.getByLabelText('Broker Fee')).toHaveFocus()
    expect(puts()).toEqual([])
  })

  it('[OPE-2] a failure keeps what was typed and says so', async () => {
    const { user } = await open()
    server.use(http.put(`*${one}`, () => refusal(503, 'The database does not answer.')))
    await user.type(await nameField(), ' II')
    await user.click(button('Save'))
    const toast = await screen.findByText('Cannot update opportunity.')
    expect(toast.closest('.toast')).toHaveTextContent(
      'ErrorCannot update opportunity.The database does not answer.',
    )
    // The toast is an alert, too.
    const inForm = screen.getAllByRole('alert').filter((alert) => !alert.contains(toast))
    expect(inForm).toHaveLength(1)
    expect(inForm[0]).toHaveTextContent('The database does not answer.')
    expect(await nameField()).toHaveValue('Alder Creek II')
    expect(button('Save')).toBeEnabled()
  })

  it('[OPE-1] Cancel goes to the list, after asking where something would be lost', async () => {
    const { user, address } = await open()
    await user.type(await nameField(), ' II')
    await user.click(button('Cancel'))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
    expect(puts()).toEqual([])
  })

  it('[OPE-2] saves with Ctrl+S, and sends nothing where nothing has changed', async () => {
    const { user, address } = await open()
    await user.click(await nameField())
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
    expect(puts()).toEqual([])
  })

  it.each(['heading', 'body'])('[OPE-2] saves with Ctrl+S wherever the focus is: %s', async (place) => {
    const { user, address } = await open()
    await user.type(await nameField(), ' II')
    const target = place === 'body' ? document.body : screen.getByRole('heading', { level: 1 })
    expect(fireEvent.keyDown(target, { key: 's', ctrlKey: true })).toBe(false)
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
    expect(puts()).toHaveLength(1)
  })

  it('[OPE-2] goes to the details where there is no previous page', async () => {
    const { user, address } = await renderPage('/mpg/opportunities/41/edit', {
      world: world(),
    })
    await user.type(await nameField(), ' II')
    await user.click(button('Save'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek II' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/41/details')
  })

  it('shows at once what the list knew, and takes what is newer before anything is typed', async () => {
    const made = world()
    const { navigate } = await renderPage('/mpg/opportunities', { world: made })
    await screen.findByRole('link', { name: 'Alder Creek' })
    const answer = holdAnswers(one)
    navigate('/mpg/opportunities/41/edit')
    expect(await nameField()).toHaveValue('Alder Creek')
    Object.assign(opportunity(made), { opportunity_name: 'Alder Brook', version: 5 })
    answer()
    await waitFor(async () => expect(await nameField()).toHaveValue('Alder Brook'))
  })

  it('[OPE-5] never meets itself: a second Ctrl+S while the save is slow sends nothing', async () => {
    const { user, address } = await open()
    const answer = holdAnswers(one, 'put')
    await user.type(await nameField(), ' II')
    await user.keyboard('{Control>}s{/Control}{Control>}s{/Control}{Enter}')
    await waitFor(() => expect(puts()).toHaveLength(1))
    expect(button('Save')).toBeDisabled()
    await user.keyboard('{Control>}s{/Control}')
    answer()
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
    expect(puts()).toHaveLength(1)
  })

  describe('[OPE-5] of an opportunity that another user has changed meanwhile', () => {
    const theirs = { broker_name: 'Basin Partners', tags: [1, 3] }
    const changedElsewhere = async () => {
      const made = world()
      const app = await open(made)
      // The fresh answer arrives before the concurrent change.
      await waitFor(() => expect(requestsTo(one).length).toBeGreaterThanOrEqual(2))
      const { user } = app
      await user.type(screen.getByLabelText('Broker Name'), ' LLC')
      await user.type(screen.getByLabelText('Sales Person Represented'), ' Jr')
      Object.assign(opportunity(made), {
        ...theirs,
        version: 6,
        modified_by: 2,
        modified_at: '2026-03-07T18:30:00.000Z',
      })
      await user.click(button('Save'))
      const panel = await screen.findByRole('region', { name: 'Changed by somebody else meanwhile' })
      return { ...app, made, panel }
    }

    it('tells who changed what and when, beside what was typed', async () => {
      const { panel } = await changedElsewhere()
      expect(within(panel).getByRole('heading')).toHaveFocus()
      await waitFor(() =>
        expect(panel).toHaveTextContent(
          'Saved 2 times since you opened it, last by team on March 07, 2026 12:30 PM.',
        ),
      )
      const rows = within(panel)
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent))
      expect(rows).toEqual([
        ['Tags', 'WINTER', 'WINTERZONAL', 'not touched'],
        ['Broker Name', 'Basin Energy Partners', 'Basin Partners', 'Basin Energy Partners LLC'],
      ])
      expect(screen.getByLabelText('Broker Name')).toHaveValue('Basin Energy Partners LLC')
    })

    it('says so in the form alone', async () => {
      await changedElsewhere()
      expect(screen.queryByText('Cannot update opportunity.')).not.toBeInTheDocument()
    })

    it('takes theirs', async () => {
      const { user, panel, address, made } = await changedElsewhere()
      await user.click(within(panel).getByRole('button', { name: 'Discard mine' }))
      await waitFor(() => expect(screen.getByLabelText('Broker Name')).toHaveValue('Basin Partners'))
      expect(screen.getByLabelText('Sales Person Represented')).toHaveValue('Ann Holt')
      expect(screen.queryByRole('region', { name: /^Changed/ })).not.toBeInTheDocument()
      await user.type(screen.getByLabelText('Broker Name'), ' LP')
      await user.click(button('Save'))
      await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
      expect(puts().at(-1)?.headers.get('If-Match')).toBe('"6"')
      // Relations go out only where the form has changed them.
      expect((await changes()).at(-1)).toEqual({ broker_name: 'Basin Partners LP' })
      expect(opportunity(made)).toMatchObject({ ...theirs, broker_name: 'Basin Partners LP' })
    })

    it('[K19] is saved without a question where theirs is in no field of the form', async () => {
      const made = world()
      const { user, address } = await open(made)
      await waitFor(() => expect(requestsTo(one).length).toBeGreaterThanOrEqual(2))
      await user.type(screen.getByLabelText('Broker Name'), ' LLC')
      Object.assign(opportunity(made), { version: 6, modified_by: 2 })
      await user.click(button('Save'))
      await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
      expect(puts().at(-1)?.headers.get('If-Match')).toBe('"6"')
      expect(opportunity(made)).toMatchObject({ broker_name: 'Basin Energy Partners LLC', version: 7 })
    })

    it('[K19] keeps theirs of a field where one says so, and what else was typed', async () => {
      const { user, panel, address, made } = await changedElsewhere()
      await user.click(within(panel).getByRole('radio', { name: 'Take theirs: Broker Name' }))
      await user.click(within(panel).getByRole('button', { name: 'Save merged' }))
      await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
      expect(opportunity(made)).toMatchObject({
        broker_name: 'Basin Partners',
        sales_represented: 'Ann Holt Jr',
        tags: [1, 3],
      })
    })

    it('puts what was typed on top of theirs', async () => {
      const { user, panel, address, made } = await changedElsewhere()
      await user.click(within(panel).getByRole('button', { name: 'Save merged' }))
      await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
      expect(puts().at(-1)?.headers.get('If-Match')).toBe('"6"')
      expect(opportunity(made)).toMatchObject({
        broker_name: 'Basin Energy Partners LLC',
        sales_represented: 'Ann Holt Jr',
        tags: [1, 3],
        version: 7,
      })
    })
  })

  describe('[K2, K19] of an opportunity whose unit or numbers another user has changed meanwhile', () => {
    const put = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    const inTherms = {
      dekatherms: false,
      sales_annual_volume_manual: 2_500_000,
      broker_fee: 0.00125,
      source_fee: 0.0015,
    }
    const meeting = async (theirs: object, type: (user: App['user']) => unknown) => {
      const made = world()
      const app = await open(made)
      await waitFor(() => expect(requestsTo(one).length).toBeGreaterThanOrEqual(2))
      await type(app.user)
      Object.assign(opportunity(made), { ...theirs, version: 5, modified_by: 2 })
      await app.user.click(button('Save'))
      const panel = within(await screen.findByRole('region', { name: /^Changed by/ }))
      const merged = async () => {
        await app.user.click(panel.getByRole('button', { name: 'Save merged' }))
        await waitFor(() => expect(app.address()).toBe('/mpg/opportunities/41/details'))
        return opportunity(made)
      }
      return { ...app, panel, merged, made }
    }
    const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent)

    it('converts what was typed to the unit of theirs', async () => {
      const { panel, merged } = await meeting(inTherms, () => {
        put('Annual Volume', '250')
        put('Broker Fee', '0.5')
        put('Estimated Annual Volume', '777')
      })
      expect(panel.queryByRole('radio')).not.toBeInTheDocument()
      expect(cells(panel.getByRole('row', { name: /^Annual Volume/ }))).toEqual([
        'Annual Volume',
        '250,000 dth',
        '2,500,000 th',
        '250 dth = 2,500 th',
      ])
      expect(await merged()).toMatchObject({
        dekatherms: false,
        sales_annual_volume_manual: 2_500,
        broker_fee: 0.05,
        source_fee: 0.0015,
        estimated_annual_volume: 7_770,
      })
    })

    it('converts theirs to the unit chosen here', async () => {
      const { panel, merged } = await meeting(
        { estimated_annual_volume: 300, broker_fee: 0.7 },
        async (user) => {
          await user.click(screen.getByRole('radio', { name: 'Per_Therm' }))
          put('Annual Volume', '2,600,000')
        },
      )
      expect(cells(panel.getByRole('row', { name: /^Estimated/ }))).toEqual([
        'Estimated Annual Volume',
        '–',
        '300 dth = 3,000 th',
        'not touched',
      ])
      expect(await merged()).toMatchObject({
        dekatherms: false,
        sales_annual_volume_manual: 2_600_000,
        broker_fee: 0.07,
        source_fee: 0.0015,
        estimated_annual_volume: 3_000,
        version: 6,
      })
    })

    it.each([
      ['theirs', 'Take theirs: Annual Volume', 3_000],
      ['mine', 'Keep yours: Annual Volume', 2_500],
    ])(
      'asks for a number changed on both sides, and keeps %s in the merged unit',
      async (_whose, choice, kept) => {
        const { user, panel, merged } = await meeting(
          { ...inTherms, sales_annual_volume_manual: 3_000 },
          () => put('Annual Volume', '250'),
        )
        expect(panel.getAllByRole('radio')).toHaveLength(2)
        await user.click(panel.getByRole('radio', { name: choice }))
        expect(await merged()).toMatchObject({ dekatherms: false, sales_annual_volume_manual: kept })
      },
    )

    it.each([
      [
        'theirs',
        'Take theirs: Fee Determinant',
        { dekatherms: true, sales_annual_volume_manual: 200, broker_fee: 0.7 },
      ],
      [
        'mine',
        'Keep yours: Fee Determinant',
        { dekatherms: false, sales_annual_volume_manual: 2_000, broker_fee: 0.07 },
      ],
    ])('takes all numbers along with the unit of %s', async (_whose, choice, kept) => {
      const made = world()
      Object.assign(opportunity(made), { dekatherms: null })
      const app = await open(made)
      await waitFor(() => expect(requestsTo(one).length).toBeGreaterThanOrEqual(2))
      await app.user.click(screen.getByRole('radio', { name: 'Per_Therm' }))
      put('Annual Volume', '2,000')
      Object.assign(opportunity(made), { dekatherms: true, broker_fee: 0.7, version: 5, modified_by: 2 })
      await app.user.click(button('Save'))
      await app.user.click(await screen.findByRole('radio', { name: choice }))
      await app.user.click(button('Save merged'))
      await waitFor(() => expect(app.address()).toBe('/mpg/opportunities/41/details'))
      expect(opportunity(made)).toMatchObject({ ...kept, version: 6 })
    })

    it('converts on a save that is tried again', async () => {
      const { user, panel, address, made } = await meeting(inTherms, () => put('Annual Volume', '250'))
      server.use(http.put(`*${one}`, () => refusal(503, 'The database does not answer.'), { once: true }))
      await user.click(panel.getByRole('button', { name: 'Save merged' }))
      await screen.findByText('Cannot update opportunity.')
      await user.click(button('Save'))
      await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
      expect(opportunity(made)).toMatchObject({ dekatherms: false, sales_annual_volume_manual: 2_500 })
    })
  })

  it('[OPE-4] tags are chosen out of the suggestions only', async () => {
    const { user, address } = await open()
    const tags = screen.getByRole('combobox', { name: 'Tags' })
    await user.type(tags, 'Baseload{Enter}')
    expect(await screen.findByText('Nothing matches.')).toBeInTheDocument()
    await user.clear(tags)
    await user.type(tags, 'zon')
    await user.click(await screen.findByText('ZONAL'))
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/details'))
    expect(await changes()).toEqual([{ tags: [1, 3] }])
  })

  it('[OPE-4] the suggestions close 500 ms after the field was left', async () => {
    const { user } = await open()
    const tags = screen.getByRole('combobox', { name: 'Tags' })
    await user.click(tags)
    await screen.findByText('ZONAL')
    const clock = stopClock()
    await user.click(screen.getByLabelText('Broker Name'))
    expect(tags).not.toHaveFocus()
    await clock.pass(499)
    expect(tags).toHaveAttribute('aria-expanded', 'true')
    await clock.pass(1)
    expect(tags).toHaveAttribute('aria-expanded', 'false')
  })

  it.each(['/mpg/opportunities/none/edit', '/mpg/opportunities/0/edit'])(
    '[OPE-1] leads from %s, which has no id, to the list',
    async (wanted) => {
      const { address } = await renderPage(wanted)
      expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
      expect(address()).toBe('/mpg/opportunities')
    },
  )

  it('[OPE-1] tells of a record that is gone, and goes to the list', async () => {
    const { address } = await renderPage('/mpg/opportunities/99/edit')
    expect(await screen.findByText('This opportunity does not exist.')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
  })

  it('says what failed, and tries again', async () => {
    server.use(http.get(`*${one}`, () => refusal(503, 'The database does not answer.')))
    const { user } = await renderPage('/mpg/opportunities/41/edit', { world: world() })
    expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.')
    server.resetHandlers()
    await user.click(button('Retry'))
    expect(await nameField()).toHaveValue('Alder Creek')
  })
})
