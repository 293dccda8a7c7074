import { sql, type Kysely } from 'kysely'
import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { rebuildSearchTexts } from '../../resources/rebuildSearchTexts'
import { startApi } from '../../testing/api'
import { quoteMaker } from '../../testing/gas'
import { createNoticeSetter } from '../../resources/contractNotices'
import { until } from '../../testing/until'
import { contracts } from './007-contracts'
import { renewals } from './012-renewals'
import { contractAccountsTable } from './014-contract-accounts'

test('[CTR-2, TRUST-33] quotes that were awarded before get drafts, as an award makes them', async () => {
  const api = await startApi()
  const { makeBid, makeQuote } = quoteMaker(api)
  for (const [start_date, term] of [
    ['2027-01-31', 1],
    ['2028-02-29', 12],
    ['2026-12-15', 18],
  ] as const) {
    const quote = await makeQuote(await makeBid(), {
      ...{ start_date, term, quote_kind: 'firm', fee: 0.1, swing: 0.2 },
    })
    await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`)
  }
  await makeQuote(await makeBid())
  const drafts = async () => {
    const { body } = await api.asBroker<ListAnswer<Row<'contracts'>>>(
      'GET',
      `${contract.contracts.path}?ordering=organization`,
    )
    return body.results.map((draft) => ({ ...draft, version: 0, created_at: '', modified_at: '' }))
  }
  const before = await drafts()
  expect(before.map(({ end_date }) => end_date)).toEqual(
    expect.arrayContaining(['2027-02-27', '2029-02-27', '2028-06-14']),
  )
  const { db, dialect } = api.database
  for (const table of [
    'contract_notice_marks',
    'contract_notice_tasks',
    'contract_accounts',
    'contract_amendments',
    'contracts',
  ])
    // The notices of tasks reference contracts, whose constraint PostgreSQL drops with them.
    await sql`drop table ${sql.table(table)} ${sql.raw(dialect.kind === 'postgres' ? 'cascade' : '')}`.execute(
      db,
    )
  if (dialect.kind === 'sqlite')
    for (const index of ['contracts_search', 'contract_accounts_search'])
      await sql`drop table if exists ${sql.table(index)}`.execute(db)
  await contracts(db as unknown as Kysely<unknown>, dialect.kind)
  await renewals(db as unknown as Kysely<unknown>, dialect.kind)
  await contractAccountsTable(db as unknown as Kysely<unknown>, dialect.kind)
  await rebuildSearchTexts(api.database)
  const setter = createNoticeSetter(api.database, (error) => {
    throw error
  })
  setter.wake()
  await until(async () => (await drafts()).every(({ yearly_fee }) => yearly_fee === 1000))
  await setter.stop()
  const undated = (rows: Row<'contracts'>[]) => rows.map((row) => ({ ...row, modified_by: null }))
  expect(undated(await drafts())).toEqual(undated(before))
  await api.close()
})
