import { install } from '@sinonjs/fake-timers'
import net, { type AddressInfo } from 'node:net'
import { defaultLimits, sendBySmtp } from './smtp'

/** A mail server whose answer to a message is chosen by the test. */
let server: net.Server
let url: string
let socket: net.Socket
let hasMessage: Promise<void>
let isSilent: boolean
let clock: ReturnType<typeof install>
beforeEach(async () => {
  isSilent = false
  let tell = () => undefined as void
  hasMessage = new Promise((resolve) => (tell = resolve))
  server = net.createServer((accepted) => {
    socket = accepted.on('error', () => undefined)
    socket.write('220 mill.example\r\n')
    let text = ''
    socket.on('data', (piece) => {
      text += piece.toString()
      if (isSilent || text.endsWith('\r\n.\r\n')) tell()
      else if (/^DATA\r\n$/m.test(text)) socket.write(text.endsWith('DATA\r\n') ? '354 go on\r\n' : '')
      else if (text.endsWith('\r\n')) socket.write('250 well\r\n')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  clock = install({ toNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'clearImmediate'] })
})
afterEach(async () => {
  clock.uninstall()
  socket.destroy()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

const { all, taken } = defaultLimits
const send = () => {
  const envelope = { from: 'robin@citygate.example', to: ['ann@mill.example'] }
  return sendBySmtp(url, { envelope, raw: 'Subject: Pricing\r\n\r\nFirm\r\n' }, defaultLimits)
}

test('[MSG-1] a mail server that has the message may look through it for long: it is not sent again', async () => {
  const sent = send()
  await hasMessage
  clock.tick(taken - 1)
  socket.write('250 taken\r\n')
  expect(await sent).toEqual([])
})

test('[TRUST-26] a mail server that never says whether it has taken the message is given up', async () => {
  const sent = send()
  await hasMessage
  clock.tick(taken)
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})

test('[TRUST-26] a mail server that says nothing before it has the message is given up soon', async () => {
  isSilent = true
  const sent = send()
  await hasMessage
  clock.tick(all)
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})
