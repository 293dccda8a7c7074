import { fireEvent, screen, waitFor } from '@testing-library/react'
import { bidWorld } from '../../../testing/bidWorld'
import { renderPage } from '../../../testing/renderApp'
import { months } from '../../../resources/bids/volumes'

const field = (label: string) => screen.getByLabelText(label)
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => screen.getByText(name)

const openNew = async () => {
  const app = await renderPage('/mpg/opportunities/41/bid/new', { world: bidWorld([]) })
  await screen.findByRole('form', { name: 'New bid' })
  return app
}

const openEdit = async () => {
  const app = await renderPage('/mpg/opportunities/41/bid/1/edit-from-bid', { world: bidWorld() })
  await screen.findByRole('heading', { level: 1, name: 'Edit Winter strip' })
  return app
}

describe('the volumes of a bid', () => {
  const twelve = months.map((_month, index) => (index + 1) * 100)
  const shown = () => months.map(({ name }) => (field(name) as HTMLInputElement).value)
  const paste = (label: string, text: string) =>
    fireEvent.paste(field(label), { clipboardData: { getData: () => text } })

  it('are pasted from a spreadsheet, summed, and weighed against the year', async () => {
    const { user } = await openNew()
    put('Annual Volume', '8000')
    paste('January', twelve.map((volume) => `$${volume}.00`).join('\t'))
    expect(await screen.findByText('Filled 12 of 12 months in order, January to December.')).toBeVisible()
    expect(shown()).toEqual([
      '100',
      '200',
      '300',
      '400',
      '500',
      '600',
      '700',
      '800',
      '900',
      '1,000',
      '1,100',
      '1,200',
    ])
    expect(screen.getByText('7,800 dth')).toBeVisible()
    expect(screen.getByText('37.2%')).toBeVisible()
    expect(screen.getByText('The months come to 200 dth less than the annual volume.')).toBeVisible()
    await user.click(press('Set annual = sum'))
    expect(field('Annual Volume')).toHaveValue('7,800')
    expect(screen.queryByText(/The months come to/)).not.toBeInTheDocument()
  })

  it('are spread evenly over the year', async () => {
    const { user } = await openNew()
    expect(screen.getByRole('button', { name: 'Spread evenly' })).toBeDisabled()
    put('Annual Volume', '100,000')
    await user.click(press('Spread evenly'))
    await waitFor(() => expect(field('March')).toHaveValue('8,334'))
    expect(screen.getByText('100,000 dth')).toBeVisible()
    expect(screen.queryByText(/The months come to/)).not.toBeInTheDocument()
  })

  it('are converted with their unit: 1 dth = 10 th', async () => {
    const { user } = await openNew()
    put('Annual Volume', '120.3')
    put('January', '0.1')
    put('February', '0.2')
    await user.click(field('th'))
    await waitFor(() => expect(field('Annual Volume')).toHaveValue('1,203'))
    expect(shown().slice(0, 3)).toEqual(['1', '2', ''])
    await user.click(field('dth'))
    await waitFor(() => expect(field('Annual Volume')).toHaveValue('120.3'))
    expect(screen.getByText('0.3 dth')).toBeVisible()
  })

  it('may differ from the year: that warns and never blocks', async () => {
    const { user, world } = await openEdit()
    put('Annual Volume', '10')
    put('June', '12')
    expect(screen.getByText('The months come to 2 dth more than the annual volume.')).toBeVisible()
    await user.click(press('Save'))
    await waitFor(() => expect(world.tables.bids[0]).toMatchObject({ annual_volume: 10, june_volume: 12 }))
  })

  it('leave what is pasted as one value to the field', async () => {
    const { user } = await openNew()
    await user.click(field('May'))
    await user.paste('$1,250')
    await user.tab()
    expect(field('May')).toHaveValue('1,250')
  })

  it('[K1] [K2] are in the unit that is pasted with them, and not filled where it is in doubt', async () => {
    const { user } = await openNew()
    await user.click(field('th'))
    paste('January', 'Month\tUsage (DT)\nJan\t100')
    await waitFor(() => expect(field('January')).toHaveValue('1,000'))
    paste('January', 'Month\tUsage (000 therms)\nJan\t5')
    expect(
      await screen.findByText(
        'Nothing was filled. The heading says “Usage (000 therms)”: “000” multiplies the numbers.',
      ),
    ).toBeVisible()
    expect(field('January')).toHaveValue('1,000')
  })

  it('[K8] are typed and pasted without invisible characters', async () => {
    await openNew()
    put('Annual Volume', '\u200E7,8\u200B00\u202C')
    fireEvent.blur(field('Annual Volume'))
    expect(await screen.findByDisplayValue('7,800')).toBe(field('Annual Volume'))
  })

  it('[K1] are pasted by name, converted to the unit of the form, and taken back by Ctrl+Z or Undo', async () => {
    const { user } = await openNew()
    put('May', '7')
    const history = months.map(({ name }, index) => `${name}\t${(index + 1) * 100} th`)
    const fiscal = [...history.slice(6), ...history.slice(0, 6)].join('\n')
    paste('January', fiscal)
    expect(
      await screen.findByText('Filled 12 of 12 months by name. Converted from th to dth: 1 dth is 10 th.'),
    ).toBeVisible()
    expect(shown()).toEqual(['10', '20', '30', '40', '50', '60', '70', '80', '90', '100', '110', '120'])
    fireEvent.keyDown(field('January'), { key: 'z', ctrlKey: true })
    expect(await screen.findByText('The paste was undone.')).toBeVisible()
    expect(shown()).toEqual(['', '', '', '', '7', '', '', '', '', '', '', ''])

    paste('May', fiscal)
    await user.click(await screen.findByRole('button', { name: 'Undo paste' }))
    expect(shown()).toEqual(['', '', '', '', '7', '', '', '', '', '', '', ''])
    paste('May', fiscal)
    expect(await screen.findByRole('button', { name: 'Undo paste' })).toBeVisible()
    put('June', '8')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo paste' })).not.toBeInTheDocument())
    await waitFor(() => expect(field('June')).toHaveValue('8'))
  })

  it('[K1] are left as they are by a paste that can be read in two ways', async () => {
    await openNew()
    put('May', '7')
    paste('January', '100 200 300')
    expect(await screen.findByText(/^Nothing was filled\. This is one number or several\./)).toBeVisible()
    expect(shown()).toEqual(['', '', '', '', '7', '', '', '', '', '', '', ''])
    expect(screen.queryByRole('button', { name: 'Undo paste' })).not.toBeInTheDocument()
  })

  it('[K1] have a report of a paste until one of them is changed', async () => {
    await openNew()
    paste('May', '1,100 therms')
    expect(await screen.findByText(/^Filled 1 of 1 month .* Converted from th to dth/)).toBeVisible()
    put('May', '1.100')
    await waitFor(() => expect(screen.queryByText(/^Filled/)).not.toBeInTheDocument())
    paste('January', '100 200 300')
    expect(await screen.findByText(/^Nothing was filled/)).toBeVisible()
    put('January', '100')
    await waitFor(() => expect(screen.queryByText(/^Nothing was filled/)).not.toBeInTheDocument())
  })
})
