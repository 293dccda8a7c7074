import { contract } from '../src/contract'
import { newOutcome, withProduct, type Check } from './check'
import { countNamed, createClient, uniqueName, dealsPath, keyed, type Deal } from './client'

const atOnce = 12

/** The same request many times at once has effect once, and of many same names one is taken (TRUST-28). */
export const duplicates: Check = {
  name: 'duplicates',
  run: async (setting) => {
    const outcome = newOutcome()
    await withProduct(setting, async ({ url }) => {
      const client = createClient(url)
      do {
        const name = uniqueName('twice', setting.seed, outcome.rounds)
        const one = { body: { opportunity_name: name }, headers: keyed(`${name} key`) }
        const replies = await Promise.all(
          Array.from({ length: atOnce }, () => client.send<Deal>('POST', dealsPath, one)),
        )
        replies.push(await client.send<Deal>('POST', dealsPath, one))
        const wrong = replies.find(({ status }) => status !== 201 && status !== 409)
        if (wrong) outcome.faults.push(`A repeated create was answered by ${wrong.status}.`)
        const made = replies.filter(({ status }) => status === 201).map(({ body }) => body.opportunity_id)
        if (new Set(made).size !== 1)
          outcome.faults.push(`One request made ${new Set(made).size} opportunities.`)
        const found = await countNamed(client, name)
        if (found !== 1) outcome.faults.push(`"${name}" is there ${found} times.`)

        const tag = { body: { name, color: '#123456', description: 'One of many' } }
        const tags = await Promise.all(
          Array.from({ length: atOnce }, () => client.send('POST', contract.tags.path, tag)),
        )
        const taken = tags.filter(({ status }) => status === 201).length
        if (taken !== 1) outcome.faults.push(`${taken} tags are named "${name}".`)
        outcome.operations += replies.length + tags.length
        outcome.rounds++
      } while (setting.hasTime())
    })
    return outcome
  },
}
