/**
 * Imports of 20,000 organizations and of 10,000 bill periods, with their undo, beside other users: their seconds, and the
 * longest waits of others meanwhile (IMP-4, GAS-8). BENCH_OPPORTUNITIES sets the size.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startProduct } from '../e2e/product'
import { readConfig } from '../server/config'
import { openDatabase } from '../server/db/dialects'
import { importKinds, type ImportAnswer, type ImportName } from '../src/contract/imports'
import { round, signIn } from './asking'
import type { Figures } from './figures'
import { watchedLoop } from './loopDelay'
import { seededDatabases, type Seeded } from './seeded'
import { measureAlongside } from './writes'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 10_000)
const [organizations, periods] = [20_000, 10_000]

interface ImportFile {
  name: ImportName
  lines: string[]
  fields: Readonly<Record<string, string>>
}

/** Seconds, and longest waits in milliseconds, on both databases. */
export async function imports(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) {
    const files = [organizationsFile(), await periodsFile(seeded)]
    const loop = watchedLoop()
    const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'warn', ...seeded.env, ...loop.env })
    try {
      const token = await signIn(product.url, 'broker')
      for (const file of files)
        figures.push(...(await measured(seeded.name, { url: product.url, token, file }, loop.longestHold)))
    } finally {
      await product.stop()
    }
  }
  return figures
}

/** New organizations, each with a tax id and an address. */
function organizationsFile(): ImportFile {
  const mark = Date.now().toString(36)
  const rows = Array.from({ length: organizations }, (_, index) => {
    const number = String(index).padStart(7, '0')
    return `${mark} Foundry ${index},${mark.slice(-2)}-${number},${index} Mill Street,Joliet,IL,60432`
  })
  return { name: 'organizations', lines: ['Name,Tax ID,Street,City,State,ZIP', ...rows], fields: {} }
}

/** New periods, before those that the seed has, of as many meters of one utility as it has. */
async function periodsFile({ env }: Seeded): Promise<ImportFile> {
  const { db } = openDatabase(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  const { rows: meters } = await sql<{ utility: number; account_number: string; meter_number: string }>`
    select utility_states.utility, utility_accounts.account_number, meters.meter_number
    from meters
    inner join utility_accounts on utility_accounts.utility_account_id = meters.utility_account
    inner join utility_states on utility_states.utility_state_id = utility_accounts.utility_state
    where utility_states.utility = (
      select utility_states.utility from utility_accounts
      inner join utility_states on utility_states.utility_state_id = utility_accounts.utility_state
      group by utility_states.utility order by count(*) desc limit 1)
    order by meters.meter_id limit 500`.execute(db)
  await db.destroy()
  const monthAt = (index: number) =>
    new Date(Date.UTC(1980, Math.floor(index / meters.length), 1)).toISOString().slice(0, 10)
  const rows = Array.from({ length: periods }, (_, index) => {
    const { account_number, meter_number } = meters[index % meters.length] ?? {}
    return `${account_number},${meter_number},${monthAt(index)},${monthAt(index + meters.length)},${1_000 + (index % 900)}`
  })
  return {
    name: 'usage',
    lines: ['Account,Meter,From,To,Therms', ...rows],
    fields: {
      utility: String(meters[0]?.utility ?? 0),
      options: JSON.stringify({ last_day_inclusive: false, replace: true }),
    },
  }
}

interface Import {
  url: string
  token: string
  file: ImportFile
}

async function measured(
  database: string,
  { url, token, file: { name, lines, fields } }: Import,
  longestHold: () => Promise<number>,
): Promise<Figures> {
  const headers = { authorization: `Bearer ${token}` }
  const call = async (method: string, address: string, body?: FormData): Promise<ImportAnswer> => {
    const answer = await fetch(url + importKinds[name].path + address, {
      method,
      headers,
      ...(body && { body }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name} ${address}: ${answer.status} ${text}`)
    return JSON.parse(text) as ImportAnswer
  }
  const settled = async (id: number): Promise<ImportAnswer> => {
    for (;;) {
      const answer = await call('GET', `${id}/`)
      if (!['running', 'returning'].includes(answer.state)) return answer
      await wait(200)
    }
  }
  let id = 0
  const propose = async () => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', new Blob([lines.join('\n')]), `${name}.csv`)
    const proposed = await call('POST', '', form)
    id = proposed.import_id
    return proposed
  }
  const act = (action: 'commit' | 'undo') => async () => {
    await call('POST', `${id}/${action}/`)
    return settled(id)
  }
  const row = async (what: string, work: () => Promise<ImportAnswer>): Promise<Figures[number]> => {
    await longestHold()
    const start = performance.now()
    let [seconds, done] = [0, 0]
    const waits = await measureAlongside(url, token, async () => {
      const { counts } = await work()
      done = counts.new + counts.replaced
      seconds = (performance.now() - start) / 1_000
    })
    return {
      database,
      what: `${name}: ${what}`,
      rows: done,
      seconds: round(seconds),
      'loop blocked ms': round(await longestHold()),
      'others waited ms': waits.others,
      'healthz waited ms': waits.healthz,
    }
  }
  return [await row('look', propose), await row('store', act('commit')), await row('undo', act('undo'))]
}
