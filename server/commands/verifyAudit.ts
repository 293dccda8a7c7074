/** `npm run verify-audit`: checks the chain of hashes over the audit (AUD-2). */
import { parseArgs } from 'node:util'
import { readConfig, StartError } from '../config'
import { checkChain } from '../db/auditChain'
import { openBesideServers } from '../startup/openBesideServers'
import { runCommand } from './runCommand'

const usage = 'Usage: npm run verify-audit [-- --expect POSITION:HASH]'

await runCommand(usage, async () => {
  const { expect } = parseArgs({ options: { expect: { type: 'string' } } }).values
  const [, position, hash = ''] = /^(\d{1,9}):([\w-]{43})$/.exec(expect ?? '') ?? []
  if (expect !== undefined && position === undefined) throw new StartError(usage)
  const database = await openBesideServers(readConfig(process.env))
  try {
    const { rows, end, waiting, erased, fault, doubt } = await checkChain(
      database,
      position === undefined ? undefined : { position: Number(position), hash },
    )
    if (fault !== null) throw new StartError(fault)
    const more = waiting === 0 ? '' : ` ${waiting} are not sealed yet.`
    const emptied = erased === 0 ? '' : ` ${erased} of them were emptied on request.`
    process.stdout.write(
      `${rows} rows are as they were written.${emptied}${more}${doubt === null ? '' : `\n${doubt}`}\nEnd: ${end.position}:${end.hash}\n`,
    )
  } finally {
    await database.db.destroy()
  }
})
