/**
 * The time of the lists of accounts, meters, bill periods and contracts, of each of their orderings and filters, of their
 * records and histories, and of load profiles, renewals, readiness and reports, each beside the plain list of
 * opportunities in the same turn (GAS-8). BENCH_OPPORTUNITIES sets the size.
 */
import { sql } from 'kysely'
import { readConfig } from '../server/config'
import { openDatabase } from '../server/db/dialects'
import { contract } from '../src/contract'
import { dayPath } from '../src/contract/day'
import { contractStates } from '../src/contract/gas/choices'
import type { Field } from '../src/contract/fields'
import { timelinePath } from '../src/contract/history'
import { renewalsPath } from '../src/contract/renewals'
import { wonReportPath } from '../src/contract/reports'
import { loadProfilePath, usageFindingsPath, usageMonthsPath } from '../src/contract/usage'
import { besideList, plainList } from './besideList'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 100_000)
const lists = ['utilityAccounts', 'meters', 'billPeriods', 'contracts'] as const
/** Meters of the load profile for which GAS-8 allows 300 ms. */
const profileMeters = 500
const largeProfile = `load profile of ${profileMeters} meters`

/** A value that many records have, as far as that is known. */
const valueOf = (field: Field | undefined): string => {
  if (field?.kind === 'choice') return String(field.options[0])
  if (field?.kind === 'boolean') return 'true'
  return '1'
}

const casesOf = (name: (typeof lists)[number]): [string, string][] => {
  const { path, orderings, filters, title, fields } = contract[name]
  const known: Readonly<Record<string, Field | undefined>> = fields
  const plain = `${path}?limit=10`
  const called = title.toLowerCase()
  return [
    [`${called}: list`, plain],
    [`${called}: from half-way`, `${plain}&offset=${opportunities / 4}`],
    ...orderings.map((by): [string, string] => [`${called}: sort by ${by}`, `${plain}&ordering=${by}`]),
    ...filters.map((by): [string, string] => [`${called}: ${by}`, `${plain}&${by}=${valueOf(known[by])}`]),
    [`${called}: record`, `${path}1/`],
    [`${called}: history`, timelinePath(name, 1)],
  ]
}

/** Parameters of the list of contracts that are no fields. */
const contractParameters = [
  ...contractStates.map((state) => `state=${state}`),
  ...[
    'enrollment_late=true',
    'notice_within=60',
    'bucket=30',
    'end_date_from=2027-01-01',
    'notice_by_to=2027-01-01',
  ],
]

/** Milliseconds of each case, beside those of the plain list of opportunities. */
export async function usage(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) {
    const accounts = await accountsOfMeters(seeded)
    const cases = {
      ...Object.fromEntries(lists.flatMap(casesOf)),
      ...Object.fromEntries(
        contractParameters.map((given) => [
          `contract: ${given}`,
          `${contract.contracts.path}?limit=10&${given}`,
        ]),
      ),
      'opportunities by readiness': `${plainList}&ordering=-ready_score`,
      'opportunity: history': timelinePath('opportunities', 1),
      'organization: history': timelinePath('organizations', 1),
      'usage months of an account': `${usageMonthsPath}?utility_account=1`,
      'usage months of an organization': `${usageMonthsPath}?organization=1`,
      'findings of an account': usageFindingsPath(1),
      'load profile of an account': `${loadProfilePath}?utility_account=1`,
      [largeProfile]: `${loadProfilePath}?utility_account=${accounts.join(',')}`,
      renewals: renewalsPath,
      day: dayPath,
      'report of outcomes': wonReportPath,
    }
    figures.push(...(await besideList(seeded, cases, { [largeProfile]: 300 })))
  }
  return figures
}

/** Accounts that together have the meters of the large profile. */
async function accountsOfMeters({ env }: Seeded): Promise<number[]> {
  const { db } = openDatabase(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  const rows = await db
    .selectFrom('meters')
    .select('utility_account')
    .select(sql<number>`cast(count(*) as integer)`.as('meters'))
    .groupBy('utility_account')
    .orderBy('utility_account')
    .limit(profileMeters)
    .execute()
  await db.destroy()
  let sum = 0
  return rows.filter(({ meters }) => (sum += meters) <= profileMeters).map((row) => row.utility_account)
}
