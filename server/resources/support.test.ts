import type { Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { supportRequest } from '../../src/contract/support'
import { startApi, type TestApi } from '../testing/api'

type Message = Row<'messages'>

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const others: TestApi[] = []
const startOther = async (environment: NodeJS.ProcessEnv) => {
  const other = await startApi(environment)
  others.push(other)
  return other
}
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
})

const ask = (text: string, from = api) =>
  from.asBroker<Message & ErrorAnswer>('POST', supportRequest.path, { text })

test('[SHELL-6] a question reaches the support with id, name and email, through the mail account of the user', async () => {
  const other = await startOther({ SUPPORT_EMAIL: 'help@supplier.example' })
  const { status, body } = await ask('The list is empty.\nSince noon.\n\n<b>Why?</b>', other)
  expect([status, body.direction, body.to.map(({ email }) => email)]).toEqual([
    201,
    'sent',
    ['help@supplier.example'],
  ])
  expect(body.subject).toBe('Help for Robin Tavares')
  expect(body.text).toBe(
    '<p>The list is empty.<br />Since noon.</p><p>&lt;b&gt;Why?&lt;/b&gt;</p><p>User 3: Robin Tavares, broker@citygate.example</p>',
  )
})

test("[SHELL-6] without a support address it reaches the provider's team, who can answer", async () => {
  const { body } = await ask('Hello')
  expect(body.to.map(({ email }) => email)).toEqual(['team@citygate.example'])
  const { access } = await api.signIn('team')
  const { body: inbox } = await api.send<ListAnswer<Message>>('GET', '/nylas/messages/?direction=received', {
    token: access,
  })
  expect(inbox.results[0]).toMatchObject({ subject: 'Help for Robin Tavares', thread: body.thread })
})

test('[SHELL-6] where there is no support, that is said', async () => {
  const other = await startOther({})
  await other.database.db
    .updateTable('users')
    .set({ is_active: false })
    .where('user_type', '=', 'team')
    .execute()
  const { status, body } = await ask('Hello', other)
  expect([status, body.code]).toEqual([409, 'no_support'])
})

test.each([
  ['nothing', ''],
  ['spaces', '  \n '],
  ['more than a letter holds', 'x'.repeat(5_001)],
])('[SHELL-6, API-4] %s is refused', async (_name, text) => {
  const { status, body } = await ask(text)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['text']])
})
