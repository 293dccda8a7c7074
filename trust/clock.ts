import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { program } from '../e2e/product'
import { newOutcome, withProduct, type Check } from './check'
import { createClient, dealPath, dealsPath, keyed, type Deal } from './client'

/** Milliseconds by which the clock may be off. */
const furthest = 6 * 3_600_000

/** The clock of the process jumps by hours, back and forth: sessions live on, and writes are stored in their order (TRUST-7, TRUST-45). */
export const clock: Check = {
  name: 'clock jumps',
  run: async (setting) => {
    const outcome = newOutcome()
    // The same for all rounds of this process, which may share a product.
    const file = path.join(tmpdir(), `citygate-clock-${process.pid}`)
    await writeFile(file, '0')
    const command = [process.execPath, '--require', path.resolve('server/testing/skewedClock.cjs'), program]
    try {
      await withProduct(
        setting,
        async ({ product, url }) => {
          const client = createClient(url)
          await client.signIn()
          const made = await client.send<Deal>('POST', dealsPath, {
            body: { opportunity_name: `clock ${setting.seed}` },
            headers: keyed(),
          })
          const own = dealPath(made.body.opportunity_id)
          let { version } = made.body
          do {
            const ahead = setting.random.below(2 * furthest) - furthest
            await writeFile(file, String(ahead))
            process.kill(product.pid(), 'SIGUSR2')
            await wait(20)
            const renewed = await client.refresh()
            if (renewed.status !== 200)
              outcome.faults.push(`The session ended as the clock was ${ahead} ms ahead: ${renewed.status}.`)
            const notes = `clock ${outcome.rounds}`
            const changed = await client.send<Deal>('PATCH', own, { body: { notes } })
            const read = await client.send<Deal>('GET', own)
            if (changed.status !== 200 || read.body.notes !== notes || read.body.version <= version)
              outcome.faults.push(
                `A change was answered by ${changed.status}, version ${version} is followed by ${read.body.version}.`,
              )
            ;({ version } = read.body)
            outcome.operations += 3
            outcome.rounds++
          } while (setting.hasTime())
        },
        { CLOCK_FILE: file },
        command,
      )
    } finally {
      await rm(file)
    }
    return outcome
  },
}
