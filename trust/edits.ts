import { newOutcome, withProduct, type Check } from './check'
import { createClient, dealPath, dealsPath, keyed, type Deal } from './client'

const editors = 8
const changesEach = 5

/** Many users count up the same number, each on the version read: none of the confirmed changes is lost (TRUST-27). */
export const edits: Check = {
  name: 'concurrent edits',
  run: async (setting) => {
    const outcome = newOutcome()
    await withProduct(setting, async ({ url }) => {
      const client = createClient(url)
      do {
        const made = await client.send<Deal>('POST', dealsPath, {
          body: {
            opportunity_name: `edits ${setting.seed} ${outcome.rounds}`,
            sales_annual_volume_manual: 0,
          },
          headers: keyed(),
        })
        const path = dealPath(made.body.opportunity_id)
        let confirmed = 0
        const edit = async () => {
          for (let done = 0; done < changesEach;) {
            const { body } = await client.send<Deal>('GET', path)
            const { status } = await client.send('PATCH', path, {
              body: { sales_annual_volume_manual: (body.sales_annual_volume_manual ?? 0) + 1 },
              headers: { 'if-match': `"${body.version}"` },
            })
            outcome.operations++
            if (status === 200) {
              confirmed++
              done++
            } else if (status !== 409 && status !== 412) {
              outcome.faults.push(`A change was answered by ${status}.`)
              return
            }
          }
        }
        await Promise.all(Array.from({ length: editors }, edit))
        const { body } = await client.send<Deal>('GET', path)
        if (body.sales_annual_volume_manual !== confirmed)
          outcome.faults.push(
            `${confirmed} changes were confirmed, ${body.sales_annual_volume_manual} count.`,
          )
        outcome.rounds++
      } while (setting.hasTime())
    })
    return outcome
  },
}
