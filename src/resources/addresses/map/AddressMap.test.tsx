import { fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router-dom'
import { startStore } from '../../../testing/renderApp'
import { createWorld } from '../../../testing/world'
import { AddressMap } from './AddressMap'
import type { MapPlace } from './markers'

const ohioPlaces: readonly MapPlace[] = [
  {
    key: 1,
    label: '12 Harbor Road, Columbus, OH 43085',
    to: '/mpg/addresses/1/details',
    latitude: 39.96,
    longitude: -83,
    city: 'Columbus',
    state: 'Ohio',
    types: ['headquarters', 'billing_address'],
    status: 'active',
  },
  {
    key: 2,
    label: '9 Mill Lane, Toledo, OH 43604',
    latitude: null,
    longitude: null,
    city: 'Toledo',
    state: 'Ohio',
    types: ['service_location'],
    status: 'expired',
  },
  {
    key: 3,
    label: '7 Dock Street',
    latitude: null,
    longitude: null,
    city: '',
    state: undefined,
    types: [],
    status: 'active',
  },
]

const show = async (world = createWorld(), places: readonly MapPlace[] = ohioPlaces) => {
  const { store } = await startStore({ world })
  const { container } = render(
    <Provider store={store}>
      <MemoryRouter>
        <AddressMap places={places} />
      </MemoryRouter>
    </Provider>,
  )
  const list = within(await screen.findByRole('list', { name: 'Places' }))
  const drawing = container.querySelector<SVGElement>('.map-pane > svg')
  return {
    list,
    rows: list.getAllByRole('listitem'),
    view: () => drawing?.getAttribute('viewBox'),
    tiles: () => container.querySelectorAll('.map-tile'),
    markers: () => container.querySelectorAll('.map-marker'),
    states: () => Array.from(container.querySelectorAll('.map-state'), ({ textContent }) => textContent),
  }
}

describe('[ORG-6] the map of addresses', () => {
  it('writes no name of a state over that of one with a place', async () => {
    const [columbus] = ohioPlaces
    if (!columbus) throw new Error('There is no place.')
    const { states } = await show(createWorld(), [
      { ...columbus, key: 1, latitude: 33.4, longitude: -86.95, city: 'Bessemer', state: 'Alabama' },
      { ...columbus, key: 2, latitude: 33.83, longitude: -87.28, city: 'Jasper', state: 'Alabama' },
    ])
    expect(states()).toContain('Alabama')
    expect(states()).toContain('Georgia')
    expect(states()).not.toContain('Mississippi')
  })

  it('lists the places in words: what they are for, what has ended, and what stands elsewhere', async () => {
    const { rows } = await show()
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '12 Harbor Road, Columbus, OH 43085Headquarters · Billing Address',
      '9 Mill Lane, Toledo, OH 43604Service Location · ExpiredStands in the middle of Ohio: it has no coordinates.',
      '7 Dock StreetNot on the map: neither coordinates nor state are known.',
    ])
    expect(screen.getByRole('link', { name: /^12 Harbor/ })).toHaveAttribute(
      'href',
      '/mpg/addresses/1/details',
    )
    expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent(
      'Service Location Headquarters Hollow: expired Ringed: not located exactly',
    )
  })

  it('shows signs by shape and fill, and goes nearer, to one place, and back to all', async () => {
    const { view, markers, tiles } = await show()
    expect(tiles()).toHaveLength(0)
    expect([...markers()].map((marker) => marker.querySelector('svg')?.getAttribute('class'))).toEqual([
      'place-sign place-sign-headquarters place-sign-active',
      'place-sign place-sign-service_location place-sign-expired',
    ])
    const all = view()
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
    const nearer = view()
    expect(nearer).not.toBe(all)
    fireEvent.click(screen.getByRole('button', { name: 'Show 9 Mill Lane, Toledo, OH 43604 on the map' }))
    expect(view()).not.toBe(nearer)
    fireEvent.click(screen.getByRole('button', { name: 'Show all places' }))
    expect(view()).toBe(all)
  })

  it('is laid over tiles where some are configured, whose makers are named', async () => {
    const world = createWorld()
    world.installation.map_tiles = { url: '/tiles/{z}/{x}/{y}.png', attribution: 'Larkmoor Maps' }
    const { tiles } = await show(world)
    expect(await screen.findByText('Larkmoor Maps')).toBeVisible()
    expect(tiles()[0]?.getAttribute('href')).toMatch(/^\/tiles\/\d+\/\d+\/\d+\.png$/)
  })
})
