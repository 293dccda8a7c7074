import { setTimeout as wait } from 'node:timers/promises'
import { newOutcome, withProduct, type Check } from './check'
import { countNamed, createClient, uniqueName, dealPath, dealsPath, keyed, type Deal } from './client'

const writers = 6
/** Milliseconds of writing before a kill. */
const [shortest, longest] = [100, 1_500]

/** A record, with the text that its last answer confirmed and those sent since. */
interface Written {
  id: number
  confirmed: string
  sent: string[]
}

/**
 * Writes from several users, kills the process in the middle of it, starts it again: what was confirmed is there, each change
 * as a whole, and a request that is repeated has effect once (TRUST-29).
 */
export const kill: Check = {
  name: 'kill -9',
  run: async (setting) => {
    const outcome = newOutcome()
    const { random, seed, hasTime } = setting
    await withProduct(setting, async ({ product, url }) => {
      const clients = Array.from({ length: writers }, () => createClient(url))
      for (const client of clients) await client.signIn()
      let count = 0
      do {
        const written: Written[] = []
        const unanswered: { key: string; text: string }[] = []
        let isOver = false
        const write = async (client: (typeof clients)[number]) => {
          let own: Written | undefined
          while (!isOver) {
            const text = uniqueName('kill', seed, ++count)
            const body = { notes: text, sales_represented: text }
            if (!own || random.below(4) === 0) {
              const asked = { key: `${text} key`, text }
              unanswered.push(asked)
              const { status, body: made } = await client.send<Deal>('POST', dealsPath, {
                body: { ...body, opportunity_name: text },
                headers: keyed(asked.key),
              })
              unanswered.splice(unanswered.indexOf(asked), 1)
              if (status !== 201) outcome.faults.push(`A create was answered by ${status}.`)
              else written.push((own = { id: made.opportunity_id, confirmed: text, sent: [] }))
            } else {
              own.sent.push(text)
              const { status } = await client.send('PATCH', dealPath(own.id), { body })
              if (status !== 200) outcome.faults.push(`A change was answered by ${status}.`)
              else Object.assign(own, { confirmed: text, sent: [] })
            }
            outcome.operations++
          }
        }
        // Those that the kill cuts off end by an error.
        const work = Promise.allSettled(clients.map(write))
        await wait(shortest + random.below(longest - shortest))
        await product.crash()
        isOver = true
        await work
        const [reader] = clients as [(typeof clients)[number]]
        for (const { id, confirmed, sent } of written) {
          const { status, body } = await reader.send<Deal>('GET', dealPath(id))
          const { notes, sales_represented } = body
          if (status !== 200) outcome.faults.push(`Opportunity ${id}, confirmed, is not there: ${status}.`)
          else if (notes !== sales_represented)
            outcome.faults.push(`Half a change: "${notes}" with "${sales_represented}".`)
          else if (notes !== confirmed && !sent.includes(notes ?? ''))
            outcome.faults.push(`"${confirmed}" was confirmed, "${notes}" is there.`)
        }
        for (const { key, text } of unanswered) {
          const body = { opportunity_name: text, notes: text, sales_represented: text }
          // While the one that was cut off counts as under way, it says so.
          const { status } = await reader.send('POST', dealsPath, { body, headers: keyed(key) })
          const found = await countNamed(reader, text)
          if (found !== 1 && !(status === 409 && found === 0))
            outcome.faults.push(`"${text}", sent twice with one key, is there ${found} times (${status}).`)
        }
        outcome.rounds++
      } while (hasTime())
    })
    return outcome
  },
}
