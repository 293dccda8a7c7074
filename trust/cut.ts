import http from 'node:http'
import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { newOutcome, withProduct, type Check } from './check'
import { countNamed, createClient, uniqueName, dealsPath, keyed, type Deal } from './client'

/** Milliseconds after which a connection is cut. */
const longest = 15
/** Attempts to repeat a request, a tenth of a second apart: one that was cut off may be under way for a while. */
const attempts = 50
/** Answers of a request that is to be sent again. */
const passing = [409, 429, 503]

/** Sends a create and cuts the connection soon. */
async function cutOff(url: string, name: string, token: string, after: number): Promise<void> {
  const request = http.request(url + dealsPath, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...keyed(`${name} key`),
    },
  })
  request.on('error', () => undefined)
  request.on('response', (response) => response.resume())
  const closed = new Promise<void>((resolve) => request.on('close', resolve))
  request.end(JSON.stringify({ opportunity_name: name }))
  await wait(after)
  request.destroy()
  await closed
}

/** Ends the connections of the product to its database. */
async function endConnections(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

/**
 * Requests whose connection is cut have effect once when they are repeated; on PostgreSQL, the connections to the database are
 * cut in the meantime, too (TRUST-28, TRUST-30).
 */
export const cut: Check = {
  name: 'cut connections',
  run: async (setting) => {
    const outcome = newOutcome()
    const database = setting.env['DATABASE_URL']
    await withProduct(setting, async ({ url }) => {
      const client = createClient(url)
      do {
        const { body: session } = await client.signIn()
        const names = Array.from({ length: 5 }, (_, index) =>
          uniqueName('cut', setting.seed, outcome.rounds, index),
        )
        const work = names.map((name) =>
          cutOff(url, name, session.access, setting.random.below(10 * longest) / 10),
        )
        if (database) await endConnections(database)
        await Promise.all(work)
        for (const name of names) {
          const sent = { body: { opportunity_name: name }, headers: keyed(`${name} key`) }
          let status = 0
          for (let attempt = 0; attempt < attempts; attempt++) {
            ;({ status } = await client.send<Deal>('POST', dealsPath, sent))
            if (!passing.includes(status)) break
            await wait(100)
          }
          if (status !== 201) outcome.faults.push(`"${name}", repeated, was answered by ${status}.`)
          const found = await countNamed(client, name)
          if (found !== 1) outcome.faults.push(`"${name}" is there ${found} times.`)
          outcome.operations += 2
        }
        outcome.rounds++
      } while (setting.hasTime())
    })
    return outcome
  },
}
