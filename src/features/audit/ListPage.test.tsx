import { fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { auditPath, type AuditRow } from '../../contract/audit'
import { aUser } from '../../testing/builders'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const teamWorld = () => {
  const world = createWorld()
  world.tables.users = [aUser({ username: 'team', user_type: 'team', email: 'team@basin.example' })]
  return world
}
const aRow = (given: Partial<AuditRow> = {}): AuditRow => ({
  id: 90,
  at: '2026-03-02T18:05:00.000Z',
  actor: 1,
  actor_name: 'Bea Basin',
  action: 'update',
  resource: 'tags',
  record_id: 7,
  address: '203.0.113.9',
  token_id: 4,
  count: 1,
  changes: [{ field: 'name', before: 'Renewal', after: 'Renewals' }],
  ...given,
})

const lastUrl = () => requestsTo(auditPath).at(-1)?.url

it('[AUD-6] shows who did what, narrows it, and pages by the last row', async () => {
  server.use(
    http.get(`*${auditPath}`, ({ request }) =>
      HttpResponse.json(
        request.url.includes('before=')
          ? { results: [aRow({ id: 12, action: 'create', actor_name: null, address: null })], next: null }
          : {
              results: [
                aRow(),
                aRow({
                  id: 89,
                  action: 'sign-in',
                  resource: 'sessions',
                  record_id: null,
                  token_id: null,
                  changes: [{ field: 'provider', before: null, after: 'built-in' }],
                }),
              ],
              next: 89,
            },
      ),
    ),
  )
  const { user } = await renderPage('/mpg/audit', { world: teamWorld(), as: 'team' })
  const table = within(await screen.findByRole('table', { name: 'Audit' }))
  const [, first] = table.getAllByRole('row')
  expect(first).toHaveTextContent('Bea Basin')
  expect(first).toHaveTextContent('Tag 7')
  expect(first).toHaveTextContent('203.0.113.9, API token 4')
  expect(await table.findByText('Name')).toBeInTheDocument()
  expect(first).toHaveTextContent('from Renewal → to Renewals')
  expect(table.getByText('built-in')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Older' }))
  expect(await screen.findByText('create')).toBeVisible()
  expect(lastUrl()).toContain('before=89')
  await user.type(screen.getByRole('combobox', { name: 'Kind of record' }), 'Tag')
  await user.click(
    await screen.findByText('Tag', {
      selector: '.ant-select-item-option-content *, .ant-select-item-option-content',
    }),
  )
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'update' } })
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Tag 7')
  expect(lastUrl()).toContain('?resource=tags&action=update')
})

it('[AUD-6] is neither offered nor shown outside the team', async () => {
  await renderApp('/mpg/audit')
  expect(await screen.findByText("Only the provider's team reads the audit.")).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Audit' })).not.toBeInTheDocument()
  expect(requestsTo(auditPath)).toHaveLength(0)
})
