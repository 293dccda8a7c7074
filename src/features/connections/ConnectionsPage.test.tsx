import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ConnectionsAnswer, ConnectionView } from '../../contract/connections'
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

it('[TRUST-26] is neither offered nor shown to whoever is not of the team', async () => {
  await renderApp('/mpg/connections')
  expect(await screen.findByText("Only the provider's team looks after the connections.")).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Connections' })).not.toBeInTheDocument()
  expect(requestsTo('/api/connections/')).toHaveLength(0)
})
