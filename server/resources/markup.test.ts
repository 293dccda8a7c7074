/** Rich text made to be slow, through every endpoint that accepts it. */
import { problems } from '../../src/contract/problems'
import { maxMarkup } from '../../src/contract/richText'
import { startApi, type TestApi } from '../testing/api'

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await startApi()
  const deal = { opportunity_name: 'Larkfield Mill' }
  const { body } = await api.asBroker<{ opportunity_id: number }>('POST', '/api/mpg/opportunities/', deal)
  owner = `opportunity-${body.opportunity_id}`
})
afterAll(() => api.close())

const start = Date.parse('2027-03-01T12:00:00Z') / 1_000
const ways: [string, string, (markup: string) => object][] = [
  ['/api/mpg/notes/', 'description', (content) => ({ object_id: owner, content })],
  ['/api/mpg/todos/', 'description', (description) => ({ name: 'Call', description })],
  ['/activities/api/activities/', 'description', (description) => ({ title: 'Call', start, description })],
  ['/nylas/event/', 'description', (description) => ({ title: 'Call', start, description })],
  ['/nylas/send/', 'text', (text) => ({ to: [{ email: 'team@example.com' }], subject: 'Call', text })],
]

describe.each(ways)('POST %s', (path, field, bodyOf) => {
  const send = (markup: string) => api.asBroker('POST', path, bodyOf(markup))

  test('[TRUST-25] markup longer than may be sent is refused unread', async () => {
    const answer = await send('<b>'.repeat(300_000))
    expect([answer.status, answer.body.fields?.[field]]).toEqual([400, problems.tooLong(maxMarkup)])
  })

  test.each(['<b>', '<ul><li>', '<svg>', '<p><span>', '<br>', '</p>'])(
    '[TRUST-25] as many %s as may be sent are refused with a reason',
    async (part) => {
      const answer = await send(part.repeat(maxMarkup / part.length))
      expect([answer.status, answer.body.fields?.[field]]).toEqual([400, problems.tooMuchMarkup])
    },
  )
})
