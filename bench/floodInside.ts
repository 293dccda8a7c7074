/**
 * Wrong passwords from many networks, in a process of its own: `floodInside.ts URL RATE NETWORKS`. It runs until it is
 * ended, and prints how often each status was answered.
 */
import http from 'node:http'
import { credentials } from '../src/contract/session'

const [url = '', rate = '', networks = ''] = process.argv.slice(2)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1_000 })
const statuses: Record<string, number> = {}
let number = 0

/** An attempt from a random address of one of the networks, at the accounts of users and at others. */
function attempt(): void {
  const network = ++number % Number(networks)
  const address = `${11 + (network % 90)}.${(network * 37) % 256}.${network}.${1 + (Math.floor(number / 7) % 250)}`
  const username = ['anna', 'berta', `nobody${number}`][number % 3]
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const request = http.request(url + credentials.path, { method: 'POST', agent, headers }, (response) => {
    const status = response.statusCode ?? 0
    statuses[status] = (statuses[status] ?? 0) + 1
    response.resume()
  })
  request.once('error', () => {
    statuses['0'] = (statuses['0'] ?? 0) + 1
  })
  request.end(JSON.stringify({ username, password: `wrong password ${number}` }))
}

const start = performance.now()
setInterval(() => {
  const due = ((performance.now() - start) / 1_000) * Number(rate)
  while (number < due) attempt()
}, 20)
process.once('SIGTERM', () => {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  process.stdout.write(counts.join(', '))
  process.exit(0)
})
