import { execFileSync } from 'node:child_process'
import { openDatabase } from '../server/db/dialects'
import { readConfig } from '../server/config'
import { fillDisk } from '../server/testing/fullDisk'
import { program } from '../e2e/product'
import { newOutcome, withProduct, type Check, type Outcome, type Setting } from './check'
import { createClient, dealPath, dealsPath, keyed, type Client, type Deal } from './client'

/** Megabytes of the disk, and of them those kept for signing in and deleting. */
const [disk, reserve] = [160, 24]
/** Rounds on one disk: each signs in and deletes, for which the reserve has room some thousand times, not without end. */
const mostRounds = 200
/** Characters of each record that fills it. */
const length = 900_000
/** Records after which the disk must have been full. */
const most = 400
const full = [503, 507]

const inOwnMounts = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user']

/** Writes until it is refused. @returns what was confirmed. */
async function writeUntilFull(client: Client, outcome: Outcome, name: string): Promise<Map<number, string>> {
  const confirmed = new Map<number, string>()
  for (let count = 0; count < most; count++) {
    const notes = `${name} ${count} ${'x'.repeat(9_000)}`
    const { status, body } = await client.send<Deal>('POST', dealsPath, {
      body: { opportunity_name: `${name} ${count}`, notes },
      headers: keyed(),
    })
    outcome.operations++
    if (status === 201) confirmed.set(body.opportunity_id, notes)
    else {
      if (!full.includes(status)) outcome.faults.push(`A write to a full disk was answered by ${status}.`)
      return confirmed
    }
    await client.send('POST', '/api/mpg/notes/', {
      body: { object_id: `opportunity-${body.opportunity_id}`, description: 'y'.repeat(length / 10) },
    })
  }
  return confirmed
}

/** What works on a full disk: reading, signing in, deleting; and all that was confirmed is there. */
async function assertUsable(
  client: Client,
  outcome: Outcome,
  confirmed: ReadonlyMap<number, string>,
): Promise<void> {
  const signedIn = await client.signIn()
  if (signedIn.status !== 200) outcome.faults.push(`Signing in was answered by ${signedIn.status}.`)
  for (const [id, notes] of confirmed) {
    const { status, body } = await client.send<Deal>('GET', dealPath(id))
    outcome.operations++
    if (status !== 200 || body.notes !== notes)
      outcome.faults.push(`Opportunity ${id}, confirmed, is answered by ${status}.`)
  }
}

export const noMount = 'This system allows no mount of a small disk.'
/** Whether this system allows a mount in name spaces of its own, without which there is no small disk. */
export function mayMount(): boolean {
  try {
    execFileSync('unshare', [...inOwnMounts, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** On a disk of its own, which a user may make in name spaces of its own. */
async function onEmbedded(setting: Setting, outcome: Outcome): Promise<void> {
  if (!mayMount()) {
    outcome.skipped = noMount
    return
  }
  const mounted = `mount -t tmpfs -o size=${disk}m,mode=700 tmpfs "$DATA_DIR" && exec "$0" "$@"`
  const command = ['unshare', ...inOwnMounts, 'sh', '-c', mounted, process.execPath, program]
  const onOneDisk = async (url: string) => {
    const client = createClient(url)
    for (let round = 0; round < mostRounds && (round === 0 || setting.hasTime()); round++) {
      const confirmed = await writeUntilFull(
        client,
        outcome,
        `disk ${setting.seed} ${outcome.rounds} ${'z'.repeat(20)}`,
      )
      await assertUsable(client, outcome, confirmed)
      const [some] = confirmed.keys()
      if (some !== undefined) {
        const { status } = await client.send('DELETE', dealPath(some))
        if (status !== 204) outcome.faults.push(`Deleting on a full disk was answered by ${status}.`)
      }
      outcome.rounds++
    }
  }
  do await withProduct(setting, ({ url }) => onOneDisk(url), { DISK_RESERVE_MB: String(reserve) }, command)
  while (setting.hasTime())
}

/** The database server reports a full disk for what requests write, and no longer. */
async function onServer(setting: Setting, outcome: Outcome): Promise<void> {
  await withProduct(setting, async ({ url }) => {
    const client = createClient(url)
    const database = openDatabase(readConfig({ ...setting.env, LOG_LEVEL: 'silent' }))
    try {
      do {
        await client.signIn()
        const makeSpace = await fillDisk(database)
        const name = `disk ${setting.seed} ${outcome.rounds}`
        let made
        try {
          made = await writeUntilFull(client, outcome, name)
          await client.send('GET', `${dealsPath}?limit=5`)
        } finally {
          await makeSpace()
        }
        const after = await client.send<Deal>('POST', dealsPath, {
          body: { opportunity_name: name },
          headers: keyed(),
        })
        if (after.status !== 201)
          outcome.faults.push(`Once there is space again, a write was answered by ${after.status}.`)
        await assertUsable(client, outcome, made)
        outcome.rounds++
      } while (setting.hasTime())
    } finally {
      await database.db.destroy()
    }
  })
}

/** A full disk: writes are refused and nothing confirmed is lost; reading, signing in and deleting go on (TRUST-30, TRUST-44). */
export const fullDisk: Check = {
  name: 'full disk',
  run: async (setting) => {
    const outcome = newOutcome()
    await (setting.env['DATABASE_URL'] ? onServer : onEmbedded)(setting, outcome)
    return outcome
  },
}
