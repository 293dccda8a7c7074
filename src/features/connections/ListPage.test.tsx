import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { Row } from '../../contract'
import type { ConnectionsAnswer, ConnectionView } from '../../contract/connections'
import type { SourceNamesPreview } from '../../contract/sourceNames'
import { aUser } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const teamWorld = () => {
  const world = createWorld()
  world.tables.users = [aUser({ username: 'team', user_type: 'team' })]
  return world
}
const builtIn: ConnectionView = {
  key: 'bureau',
  status: 'built in',
  address: null,
  can_try: false,
  waiting: null,
  last_success: null,
  last_error: null,
}
const failing: ConnectionView = {
  key: 'smtp',
  status: 'failing',
  address: 'smtp://mail.example:587',
  can_try: true,
  waiting: 3,
  last_success: '2026-03-07T10:00:00.000Z',
  last_error: { at: '2026-03-07T11:00:00.000Z', why: 'it refuses connections' },
}
const answer: ConnectionsAnswer = {
  results: [failing, builtIn],
  process: { name: 'desk-1, process 41', started_at: '2026-03-07T09:00:00.000Z' },
}
const connection = async (name: string) => within(await screen.findByRole('listitem', { name }))

it('[TRUST-26] shows the team how each connection stands, and whose account that is', async () => {
  server.use(http.get('*/api/connections/', () => HttpResponse.json(answer)))
  await renderPage('/mpg/connections', { world: teamWorld(), as: 'team' })
  const mailServer = await connection('Mail server')
  expect(mailServer.getByRole('status')).toHaveTextContent('Failing')
  expect(mailServer.getByText('smtp://mail.example:587')).toBeVisible()
  expect(mailServer.getByText('3 messages')).toBeVisible()
  expect(mailServer.getByText(/it refuses connections/)).toBeVisible()
  const bureau = await connection('Credit bureau')
  expect(bureau.getByText(/demo registry of businesses that do not exist/)).toBeVisible()
  expect(bureau.queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByText(/desk-1, process 41/)).toBeVisible()
})

it('[TRUST-26] tries a connection, and shows how it stands then', async () => {
  server.use(
    http.get('*/api/connections/', () => HttpResponse.json(answer)),
    http.post('*/api/connections/smtp/try/', () => HttpResponse.json({ ...failing, status: 'working' })),
  )
  const { user } = await renderPage('/mpg/connections', { world: teamWorld(), as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Try now: Mail server' }))
  expect(await screen.findByText('Working')).toBeVisible()
})

it('[TRUST-26] says why it cannot be tried, and why the page cannot be read', async () => {
  server.use(
    http.get('*/api/connections/', () => HttpResponse.json(answer)),
    http.post('*/api/connections/smtp/try/', () => refusal(503, 'The database does not answer.')),
  )
  const { user } = await renderPage('/mpg/connections', { world: teamWorld(), as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Try now: Mail server' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.')
})

it('[TRUST-26] is neither offered nor shown outside the team', async () => {
  await renderApp('/mpg/connections')
  expect(await screen.findByText("Only the provider's team looks after the connections.")).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Connections' })).not.toBeInTheDocument()
  expect(requestsTo('/api/connections/')).toHaveLength(0)
})

describe('[K12] a list of source names', () => {
  const preview: SourceNamesPreview = {
    names: ['Birch', 'Cedar'],
    added: ['Cedar'],
    gone: ['Alder'],
    kept: 1,
    notes: ['Left out: Fee.'],
  }
  const show = async (user: Partial<Row<'users'>> = {}) => {
    const world = teamWorld()
    Object.assign(world.tables.users[0] ?? {}, user)
    server.use(
      http.get('*/api/connections/', () => HttpResponse.json(answer)),
      http.get('*/api/mpg/source-names/replaced/', () =>
        HttpResponse.json({ count: 80, replaced_at: '2026-03-07T10:00:00.000Z' }),
      ),
      http.put('*/api/mpg/source-names/', ({ request }) =>
        HttpResponse.json(request.url.includes('dry_run') ? preview : { count: 0, results: [] }),
      ),
      http.post('*/api/mpg/source-names/replaced/', () => HttpResponse.json({ count: 0, results: [] })),
    )
    return renderPage('/mpg/connections', { world, as: 'team' })
  }
  const sent = () => requestsTo('/api/mpg/source-names/').filter(({ method }) => method === 'PUT')

  it('is looked at before it replaces the one that is there', async () => {
    const { user } = await show()
    const field = await screen.findByLabelText('browse')
    await user.upload(field, new File(['Name;Fee\nBirch;1'], 'names.csv', { type: 'text/csv' }))
    expect(await screen.findByText('2 names found: 1 new, 1 kept, 1 gone.')).toBeVisible()
    expect(screen.getByText('Left out: Fee.')).toBeVisible()
    expect(sent()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Replace the list' }))
    expect(await screen.findByText('The list of source names is replaced.')).toBeVisible()
    expect(await sent().at(-1)?.json()).toEqual({ names: preview.names })
  })

  it('that was replaced can be brought back', async () => {
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Undo: back to 80 earlier names' }))
    expect(await screen.findByText('The earlier list of source names is back.')).toBeVisible()
  })

  it.each(['import', 'bulk_delete'] as const)(
    '[ROLE-5] is not offered without the right %s',
    async (right) => {
      await show({ withheld_rights: [right] })
      expect(
        await screen.findByText(/^Your account does not (import files|delete many records at once)/),
      ).toBeVisible()
      expect(screen.queryByLabelText('browse')).not.toBeInTheDocument()
      expect(screen.queryByRole('button', { name: /^Undo: back to/ })).not.toBeInTheDocument()
    },
  )

  it('that cannot be read says why', async () => {
    const { user } = await show()
    server.use(http.put('*/api/mpg/source-names/', () => refusal(400, 'This is no list of names.')))
    const field = await screen.findByLabelText('browse')
    await user.upload(field, new File(['<html>'], 'names.csv', { type: 'text/csv' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This is no list of names.')
  })
})
