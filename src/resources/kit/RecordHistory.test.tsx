import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { historyPath, type HistoryEntry } from '../../contract/history'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'

const path = historyPath('opportunities', 1)
const moment = '2026-11-20T16:00:00.000Z'

const changed = (
  id: number,
  changes: HistoryEntry['changes'],
  over: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  id,
  at: moment,
  actor: 2,
  actor_name: 'Ruth Abernathy',
  action: 'update',
  changes,
  ...over,
})

const answers = (results: readonly HistoryEntry[], count = results.length) =>
  server.use(http.get(`*${path}`, () => HttpResponse.json({ count, results })))

const open = async () => {
  const app = await renderPage('/mpg/opportunities/1/details')
  const history = await screen.findByRole('region', { name: 'History' })
  await app.user.click(within(history).getByRole('button', { name: 'Show history' }))
  return { ...app, history: within(history) }
}

describe('the history of a record', () => {
  it('[HIST-1] is asked for when it is opened, and tells who changed which field from what to what', async () => {
    answers([
      changed(3, [], { action: 'delete', actor: null, actor_name: null }),
      changed(2, [
        { field: 'sales_annual_volume_manual', before: 1_000, after: 25_000 },
        { field: 'tags', before: null, after: [1, 7], names: { 1: 'Renewal', 7: 'Gone' } },
        { field: 'unknown_field', before: 'a', after: 'b' },
      ]),
      changed(1, [{ field: 'opportunity_name', before: null, after: 'Deal 001' }], { action: 'create' }),
    ])
    const app = await renderPage('/mpg/opportunities/1/details')
    await screen.findByRole('region', { name: 'History' })
    expect(requestsTo(path)).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Show history' }))
    const [deletion, update, creation] = await within(
      screen.getByRole('region', { name: 'History' }),
    ).findAllByRole('listitem')
    expect(deletion).toHaveTextContent(/^Citygate moved it to the trash November 20, 2026/)
    expect(update).toHaveTextContent(/Ruth Abernathy changed.*Annual Volume.*1,000 .*25,000/)
    expect(update).toHaveTextContent(/Tagsfrom –.* to Renewal, Gone/)
    expect(update).not.toHaveTextContent('unknown')
    expect(creation).toHaveTextContent(/created it/)
  })

  it('[HIST-1] shows the difference of long texts by words', async () => {
    const text = 'Two sites in the valley, both metered monthly and read by the utility on the fifth'
    answers([changed(1, [{ field: 'notes', before: text, after: text.replace('Two', 'Three') }])])
    const { history } = await open()
    expect(await history.findByText('Two')).toHaveProperty('tagName', 'DEL')
    expect(history.getByText('Three')).toHaveProperty('tagName', 'INS')
  })

  it('[HIST-1] shows more on demand', async () => {
    answers([changed(1, [{ field: 'broker_name', before: null, after: 'Quillfeather' }])], 50)
    const { user, history } = await open()
    await user.click(await history.findByRole('button', { name: 'Show more' }))
    await history.findByText('Quillfeather')
    expect(requestsTo(path).map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['20', '40'])
  })

  it('[HIST-1] says that nothing was changed, and offers another attempt after a failure', async () => {
    answers([])
    server.use(
      http.get(`*${path}`, () => HttpResponse.json({ detail: 'No.' }, { status: 500 }), { once: true }),
    )
    const { user, history } = await open()
    await user.click(await history.findByRole('button', { name: /again|Retry/i }))
    expect(await history.findByText('Nothing has been changed since it was made.')).toBeVisible()
  })
})
