import net, { type AddressInfo } from 'node:net'
import { readConfig } from '../config'
import { openMigrated } from './openMigrated'

test('what PostgreSQL says about a refusal is told: its code alone does not say what to mend', async () => {
  const said = 'no pg_hba.conf entry for host'
  const fields = Buffer.from(['SFATAL', 'C28000', `M${said}`, '', ''].join('\0'))
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + length.length)
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const config = readConfig({ DATABASE_URL: `postgres://citygate@127.0.0.1:${port}/citygate` })
  await expect(openMigrated(config)).rejects.toThrow(
    `DATABASE_URL: the database cannot be opened: ${said} (28000).`,
  )
  await new Promise((resolve) => {
    server.close(resolve)
  })
})
