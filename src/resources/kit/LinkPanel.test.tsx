import { act, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import userEvent from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { linkWorld } from '../../testing/linkWorld'
import { startStore } from '../../testing/renderApp'
import { lastQueryTo, requestsTo } from '../../testing/server'
import { RecordLinks } from '../../ui/page/RecordLink'
import { AddressLinksPanel } from '../organizationAddresses/AddressLinksPanel'
import { ContactLinksPanel } from '../organizationContacts/ContactLinksPanel'

const path = '/api/mpg/organization-contacts/'

const open = async (panel: React.ReactNode, address = '/') => {
  const world = linkWorld()
  const { store } = await startStore({ world })
  const element = <RecordLinks>{panel}</RecordLinks>
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return {
    world,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    search: () => router.state.location.search,
    back: () => act(() => router.navigate(-1)),
  }
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

const counts = () => document.querySelector('.status-counts')?.textContent

describe('the links of a record', () => {
  it('[ORG-8, ORG-11, CON-8] are the active ones first, with counts from the server, in pages', async () => {
    const { user, search, back } = await open(<ContactLinksPanel organization={1} />)
    const ada = await screen.findByRole('link', { name: 'Quill, Ada' })
    expect(ada).toHaveAttribute('href', '/mpg/contacts/7/details')
    expect(screen.getByRole('link', { name: 'Edit Quill, Ada' })).toHaveAttribute(
      'href',
      '/mpg/contacts/7/organization/1/edit',
    )
    expect(names()).toEqual(['Quill, Ada'])
    await waitFor(() => expect(counts()).toBe('1 active1 expired'))
    for (const { url } of requestsTo(path))
      expect(Number(new URL(url).searchParams.get('limit'))).toBeLessThan(11)

    await user.selectOptions(screen.getByLabelText('Property Status'), 'Expired')
    expect(await screen.findByRole('link', { name: 'Abel, Bo' })).toBeInTheDocument()
    expect(names()).toEqual(['Abel, Bo'])
    expect(search()).toBe('?status=expired')

    await user.click(screen.getByRole('checkbox', { name: 'Show all' }))
    await waitFor(() => expect(names()).toEqual(['Abel, Bo', 'Quill, Ada']))
    expect(search()).toBe('?status=expired&show=all')
    await back()
    await waitFor(() => expect(names()).toEqual(['Abel, Bo']))
  })

  it('[ORG-11] of all, list the active ones before the expired', async () => {
    await open(<ContactLinksPanel organization={1} />, '/?show=all')
    await waitFor(() => expect(names()).toEqual(['Quill, Ada', 'Abel, Bo']))
    expect(requestsTo(path).some(({ url }) => url.includes('ordering=employment_status'))).toBe(true)
  })

  it('[CON-8] of a contact leave as much room for the email there as for the name', async () => {
    await open(<ContactLinksPanel contact={7} />)
    await screen.findByRole('link', { name: 'HARBOR MILLS' })
    const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const widths = [...document.querySelectorAll('col')].map(({ style }) => style.width)
    const shares = widths.filter((width) => width.endsWith('%')).map((width) => Number.parseFloat(width))
    expect(widths[titles.findIndex((title) => title?.startsWith('Work Email'))]).toBe('40%')
    expect(100 - shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(40)
  })

  it('[CON-8] of a contact lead to the organizations', async () => {
    await open(<ContactLinksPanel contact={7} />)
    expect(await screen.findByRole('link', { name: 'HARBOR MILLS' })).toHaveAttribute(
      'href',
      '/mpg/organizations/1/details',
    )
    expect(screen.getByRole('link', { name: 'Add Organization' })).toHaveAttribute(
      'href',
      '/mpg/contacts/7/organization/add',
    )
  })

  it('[ORG-9, ORG-11, ADR-6] of an organization lead to the addresses, with what they are used for', async () => {
    await open(<AddressLinksPanel organization={1} />)
    expect(await screen.findByRole('link', { name: '12 Harbor Road, Larkfield, OH 60601' })).toHaveAttribute(
      'href',
      '/mpg/addresses/1/details',
    )
    expect(screen.getByText('Headquarters')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Create Address' })).toHaveAttribute(
      'href',
      '/mpg/addresses/create?org_id=1',
    )
    expect(screen.getByRole('link', { name: 'Add Address' })).toHaveAttribute(
      'href',
      '/mpg/organizations/1/address/add',
    )
    expect(lastQueryTo('/api/mpg/organization-addresses/')).toMatchObject({ organization: '1' })
  })
})
