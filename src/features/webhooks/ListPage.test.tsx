import { fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import {
  redeliveryPath,
  webhookDeliveriesPath,
  webhookPath,
  webhooksPath,
  webhookTestPath,
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
} from '../../contract/webhooks'
import { aUser } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const teamWorld = () => {
  const world = createWorld()
  world.tables.users = [aUser({ username: 'team', user_type: 'team', email: 'team@basin.example' })]
  return world
}
const aWebhook = (given: Partial<Webhook> = {}): Webhook => ({
  webhook_id: 1,
  address: 'https://erp.example/hook',
  events: ['tags.created'],
  description: 'ERP',
  is_active: true,
  created_by: 1,
  created_at: '2026-03-02T18:05:00.000Z',
  modified_at: '2026-03-02T18:05:00.000Z',
  failing_since: null,
  stopped_at: null,
  ...given,
})
const aDelivery = (given: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  delivery_id: 9,
  event_id: 'e-9',
  event: 'tags.created',
  record_id: 7,
  occurred_at: '2026-03-02T18:05:00.000Z',
  state: 'failed',
  attempts: 3,
  next_at: null,
  tried_at: '2026-03-02T18:06:00.000Z',
  status: 500,
  duration: 12,
  answer: 'Out of order',
  failure: null,
  ...given,
})

let webhooks: Webhook[]
beforeEach(() => {
  webhooks = []
  server.use(
    http.get(`*${webhooksPath}`, () => HttpResponse.json({ count: webhooks.length, results: webhooks })),
    http.post(`*${webhooksPath}`, async ({ request }) => {
      webhooks = [aWebhook((await request.json()) as WebhookInput)]
      return HttpResponse.json({ ...webhooks[0], signing_secret: 'whsec_1' })
    }),
    http.delete(`*${webhookPath(':id')}`, () => {
      webhooks = []
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(`*${webhookDeliveriesPath(':id')}`, () =>
      HttpResponse.json({ results: [aDelivery()], next: null }),
    ),
  )
})
const open = () => renderPage('/mpg/webhooks', { world: teamWorld(), as: 'team' })

it('[HOOK-5] creates a webhook, whose secret is shown once, and deletes it', async () => {
  const { user } = await open()
  expect(await screen.findByText('There is no webhook.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create Webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Webhook' }))
  fireEvent.change(dialog.getByRole('textbox', { name: /^Description/ }), { target: { value: 'ERP' } })
  fireEvent.change(dialog.getByRole('textbox', { name: /^Address/ }), {
    target: { value: 'https://erp.example/hook' },
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('This field is required')).toBeVisible()
  await user.click(dialog.getByRole('checkbox', { name: 'Opportunity updated' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByLabelText('Signing secret of “ERP”')).toHaveValue('whsec_1')
  const sent = requestsTo(webhooksPath).find(({ method }) => method === 'POST')
  expect(await sent?.json()).toEqual({
    description: 'ERP',
    address: 'https://erp.example/hook',
    events: ['opportunities.updated'],
    is_active: true,
  })
  await user.click(screen.getByRole('button', { name: 'Delete: ERP' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('There is no webhook.')).toBeVisible()
})

it('[HOOK-5] changes one, and says why an address is refused', async () => {
  const at = '2026-03-02T18:05:00.000Z'
  webhooks = [aWebhook({ is_active: false, failing_since: at, stopped_at: at })]
  server.use(
    http.patch(`*${webhookPath(':id')}`, () =>
      refusal(400, 'It has to begin with https://.', 'invalid', {
        fields: { address: 'It has to begin with https://.' },
      }),
    ),
  )
  const { user } = await open()
  expect(await screen.findByText('Switched off after three days of failures')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit: ERP' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Webhook' }))
  fireEvent.change(dialog.getByRole('textbox', { name: /^Address/ }), {
    target: { value: 'http://erp.example' },
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findAllByText('It has to begin with https://.'))[0]).toBeVisible()
})

it('[HOOK-6] says that one is stopped for its user, not for failures', async () => {
  webhooks = [aWebhook({ is_active: false, stopped_at: '2026-03-02T18:05:00.000Z' })]
  await open()
  expect(
    await screen.findByText('Switched off: its user is deactivated or may no longer look after webhooks'),
  ).toBeVisible()
})

it('[HOOK-5] sends a test, shows the deliveries, and delivers again', async () => {
  webhooks = [aWebhook()]
  server.use(
    http.post(`*${webhookTestPath(':id')}`, () => new HttpResponse(null, { status: 204 })),
    http.post(`*${redeliveryPath(':id', ':delivery')}`, () => new HttpResponse(null, { status: 204 })),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send a test: ERP' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries: ERP' }))
  expect(await dialog.findByText('tags.created 7: Failed')).toBeVisible()
  expect(dialog.getByText(/Answered 500 in 12 ms, 3 attempts/)).toBeVisible()
  expect(dialog.getByText('Out of order')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Deliver again: tags.created 7' }))
  expect(requestsTo(redeliveryPath(1, 9))).toHaveLength(1)
})

it('[HOOK-5] is neither offered nor shown outside the team', async () => {
  await renderApp('/mpg/webhooks')
  expect(await screen.findByText("Only the provider's team looks after webhooks.")).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Webhooks' })).not.toBeInTheDocument()
  expect(requestsTo(webhooksPath)).toHaveLength(0)
})
