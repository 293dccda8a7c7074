import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { supportRequest } from '../../contract/support'
import { aMessage } from '../../testing/builders'
import { leaveTab } from '../../testing/leaveTab'
import { renderDialog, renderPage } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { changeRow, createWorld, findRow } from '../../testing/world'

const back = () => screen.findByText(/What you had typed is back/)
const notBack = () => expect(screen.queryByText(/What you had typed is back/)).not.toBeInTheDocument()
const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const kept = () => window.sessionStorage.getItem('citygate:drafts')

const wizard = '/mpg/opportunities/new'
const name = () => screen.findByLabelText(/^Opportunity Name/)

const noteForm = async (address: string, world = createWorld(), as = 'broker') => {
  const page = await renderPage(address, { world, as })
  await page.user.click(await screen.findByRole('button', { name: 'Add Note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Note' }))
  const editor = () => dialog.findByRole('textbox', { name: 'Note' })
  await editor()
  return {
    ...page,
    dialog,
    editor,
    write: async (text: string) => {
      const place = await editor()
      const clipboardData = {
        types: ['text/plain'],
        items: [],
        getData: (type: string) => (type === 'text/plain' ? text : ''),
      }
      fireEvent(place, createEvent.paste(place, { clipboardData }))
    },
  }
}

describe('what has been typed into a form', () => {
  it('[TRUST-32] is there after a reload of the wizard, and goes when it is discarded', async () => {
    const first = await renderPage(wizard)
    put(await name(), 'Alder Creek')
    leaveTab(first)
    const { user } = await renderPage(wizard)
    expect(await back()).toBeVisible()
    expect(await name()).toHaveValue('Alder Creek')
    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await waitFor(async () => expect(await name()).toHaveValue(''))
    expect(window.localStorage.getItem('citygate:drafts')).toBeNull()
  })

  it('[TRUST-32] waits through several reloads, and in another tab of a browser that remembers who signed in', async () => {
    const first = await renderPage(wizard)
    put(await name(), 'Alder Creek')
    leaveTab(first)
    const second = await renderPage(wizard)
    expect(await name()).toHaveValue('Alder Creek')
    leaveTab(second, { another: true })
    await renderPage(wizard)
    expect(await name()).toHaveValue('Alder Creek')
  })

  it('[TRUST-32] is shown to no other user', async () => {
    const world = createWorld()
    const first = await renderPage(wizard, { world })
    put(await name(), 'Alder Creek')
    leaveTab(first)
    const second = await renderPage(wizard, { world, as: 'team' })
    expect(await name()).toHaveValue('')
    notBack()
    leaveTab(second)
    await renderPage(wizard, { world })
    expect(await name()).toHaveValue('')
  })

  it('[TRUST-32] is told apart by the record that a note is written on', async () => {
    const world = createWorld()
    const first = await noteForm('/mpg/opportunities/1/details', world)
    await first.write('Call on Monday')
    leaveTab(first)
    const other = await noteForm('/mpg/opportunities/2/details', world)
    notBack()
    expect(await other.editor()).not.toHaveTextContent('Call')
    leaveTab(other)
    const again = await noteForm('/mpg/opportunities/1/details', world)
    expect(await back()).toBeVisible()
    expect(await again.editor()).toHaveTextContent('Call on Monday')
    await again.user.click(again.dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(again.store.getState().drafts).toEqual({})
    expect(window.localStorage.getItem('citygate:drafts')).toBeNull()
  })

  it('[TRUST-32] is given up with the dialog that is cancelled', async () => {
    const { write, dialog, user, store } = await noteForm('/mpg/opportunities/1/details')
    await write('Call on Monday')
    await waitFor(() => expect(Object.keys(store.getState().drafts)).toHaveLength(1))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(store.getState().drafts).toEqual({})
  })

  it('[TRUST-32] is given up with the page that is left nevertheless', async () => {
    const { user, store, navigate } = await renderPage(wizard)
    put(await name(), 'Alder Creek')
    await waitFor(() => expect(Object.keys(store.getState().drafts)).toHaveLength(1))
    navigate('/mpg/tags')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    expect(store.getState().drafts).toEqual({})
  })

  it('[TRUST-32] is stored while the user types, but not on each key', async () => {
    await renderPage(wizard)
    const written = jest.spyOn(Storage.prototype, 'setItem')
    const field = await name()
    for (const text of ['A', 'Al', 'Ald', 'Alder']) put(field, text)
    await waitFor(() => expect(kept()).toContain('Alder'))
    expect(written.mock.calls.filter(([place]) => place === 'citygate:drafts')).toHaveLength(1)
    put(field, '')
    await waitFor(() => expect(kept()).toBeNull())
    written.mockRestore()
  })

  it('[TRUST-32] is restored into a form whose record another user has changed, with a notice', async () => {
    const world = createWorld()
    const first = await renderPage('/mpg/opportunities/1/edit', { world })
    put(await name(), 'Alder Creek')
    leaveTab(first)
    Object.assign(changeRow(findRow(world, 'opportunities', 1) ?? {}, { opportunity_name: 'Theirs' }), {
      modified_by: 2,
    })
    await renderPage('/mpg/opportunities/1/edit', { world })
    expect(await back()).toHaveTextContent('The record has been changed meanwhile')
    expect(await name()).toHaveValue('Alder Creek')
  })

  describe('[K2, TRUST-32] in numbers', () => {
    const edit = '/mpg/opportunities/1/edit'
    const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
    const deal = { dekatherms: true, sales_annual_volume_manual: 100, broker_fee: null, source_fee: 0 }
    const typedInDth = async (type: (user: Awaited<ReturnType<typeof renderPage>>['user']) => unknown) => {
      const world = createWorld()
      const row = findRow(world, 'opportunities', 1) ?? {}
      Object.assign(row, deal)
      const first = await renderPage(edit, { world })
      await field('Broker Fee')
      await type(first.user)
      leaveTab(first)
      return {
        world,
        again: async (theirs: Record<string, unknown>) => {
          Object.assign(changeRow(row, theirs), { modified_by: 2 })
          return renderPage(edit, { world })
        },
      }
    }
    const save = async ({ user, address }: Awaited<ReturnType<typeof renderPage>>) => {
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(address()).toBe('/mpg/opportunities/1/details'))
    }

    it('is converted to the unit that the record has meanwhile', async () => {
      const { world, again } = await typedInDth(async () => {
        put(await field('Broker Fee'), '0.5')
        put(await field('Estimated Annual Volume'), '250')
      })
      const app = await again({ dekatherms: false, sales_annual_volume_manual: 1_000 })
      expect(await back()).toHaveTextContent('The record has been changed meanwhile')
      expect(screen.getByRole('radio', { name: 'Per_Therm' })).toBeChecked()
      expect(await field('Broker Fee')).toHaveValue('0.05')
      expect(await field('Estimated Annual Volume')).toHaveValue('2,500')
      await save(app)
      expect(findRow(world, 'opportunities', 1)).toMatchObject({
        ...{ dekatherms: false, sales_annual_volume_manual: 1_000 },
        ...{ broker_fee: 0.05, estimated_annual_volume: 2_500 },
      })
    })

    it('converts what the record has meanwhile to the unit that was chosen', async () => {
      const { world, again } = await typedInDth((user) =>
        user.click(screen.getByRole('radio', { name: 'Per_Therm' })),
      )
      const app = await again({ estimated_annual_volume: 300 })
      await back()
      expect(await field('Annual Volume')).toHaveValue('1,000')
      expect(await field('Estimated Annual Volume')).toHaveValue('3,000')
      await save(app)
      expect(findRow(world, 'opportunities', 1)).toMatchObject({
        ...{ dekatherms: false, sales_annual_volume_manual: 1_000, estimated_annual_volume: 3_000 },
      })
    })

    it('is no draft any more where the record has the same in another unit', async () => {
      const { again } = await typedInDth(async () => put(await field('Estimated Annual Volume'), '250'))
      await again({ dekatherms: false, estimated_annual_volume: 2_500 })
      expect(await field('Estimated Annual Volume')).toHaveValue('2,500')
      notBack()
    })
  })

  it('[TRUST-32] is no draft any more where a save that a reload cut off has got through', async () => {
    const world = createWorld()
    const first = await renderPage('/mpg/opportunities/1/edit', { world })
    put(await name(), 'Alder Creek')
    leaveTab(first)
    changeRow(findRow(world, 'opportunities', 1) ?? {}, { opportunity_name: 'Alder Creek' })
    await renderPage('/mpg/opportunities/1/edit', { world })
    expect(await name()).toHaveValue('Alder Creek')
    notBack()
  })

  it('[TRUST-28, TRUST-32] goes out under the same key after a reload in the middle of sending', async () => {
    const { path } = supportRequest
    const world = createWorld()
    const first = await renderDialog('help', {}, { world })
    const text = () => screen.findByRole('textbox', { name: /^How can we help/ })
    put(await text(), 'The list is empty.')
    const answer = holdAnswers(path, 'post')
    await first.user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(requestsTo(path)).toHaveLength(1))
    leaveTab(first)
    answer()
    server.use(
      http.post(`*${path}`, () => HttpResponse.json(aMessage({ direction: 'sent' }), { status: 201 })),
    )
    const second = await renderDialog('help', {}, { world })
    expect(await text()).toHaveValue('The list is empty.')
    await second.user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const [one, other] = requestsTo(path).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(one).toBeTruthy()
    expect(other).toBe(one)
    expect(second.store.getState().drafts).toEqual({})
  })
})
