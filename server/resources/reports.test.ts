import { parse } from 'csv-parse/sync'
import { sql, type Kysely } from 'kysely'
import { contract, type Input, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { bulkChangesPath, type BulkChange } from '../../src/contract/bulkChanges'
import { exportCountHeader } from '../../src/contract/exports'
import { historyPath, type HistoryEntry } from '../../src/contract/history'
import { wonReportExportPath, wonReportPath, type WonReport } from '../../src/contract/reports'
import { stageDays } from '../db/migrations/027-stage-days'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'
import { untilAnswer } from '../testing/until'

type Opportunity = Row<'opportunities'>

const { path } = contract.opportunities
const dayLength = 86_400_000

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const make = (change: Partial<Input<'opportunities'>> = {}) => record('opportunities', change)
const patch = async (id: number, body: object) =>
  (await api.asBroker<Opportunity>('PATCH', `${path}${id}/`, body)).body
const today = () => api.database.clock.now().toISOString().slice(0, 10)
/** Tells a day on which an opportunity came into its stage, so many days after its creation. */
const since = async ({ opportunity_id, created_at }: Opportunity, day: string, days = 0) => {
  const created = new Date(Date.parse(`${day}T12:00:00Z`) - days * dayLength).toISOString()
  expect(created_at).not.toBe(created)
  await api.database.db
    .updateTable('opportunities')
    .set({ stage_changed_on: day, created_at: created })
    .where('opportunity_id', '=', opportunity_id)
    .execute()
}
const reportAt = async (query: string) => {
  const { status, body } = await api.asBroker<WonReport & ErrorAnswer>('GET', `${wonReportPath}?${query}`)
  expect([status, body]).toEqual([200, body])
  return body
}
const namesAt = async (query: string) => {
  const { body } = await api.asBroker<ListAnswer<Opportunity>>('GET', `${path}?${query}`)
  return body.results.map(({ opportunity_name }) => opportunity_name)
}

test('[REP-1] an opportunity tells since when it is in its stage, which the server keeps', async () => {
  const made = await make({ opportunity_name: 'Since nothing' })
  expect(made.stage_changed_on).toBeNull()
  const staged = await patch(made.opportunity_id, { stage: 'new', stage_changed_on: '2020-02-02' })
  expect(Math.abs(Date.parse(staged.stage_changed_on ?? '') - Date.parse(today()))).toBeLessThanOrEqual(
    dayLength,
  )
  await since(made, '2025-03-31')
  const kept = await patch(made.opportunity_id, { stage: 'new', notes: 'Another.' })
  expect(kept.stage_changed_on).toBe('2025-03-31')
  expect(await namesAt('stage_changed_on_from=2025-03-01&stage_changed_on_to=2025-03-31')).toEqual([
    'Since nothing',
  ])
  expect(await namesAt('stage_changed_on_to=2025-03-30')).toEqual([])
  await patch(made.opportunity_id, { stage: 'pricing' })
  const moved = await patch(made.opportunity_id, { stage: null })
  expect(moved.stage_changed_on).toBe(staged.stage_changed_on)
  const born = await make({ stage: 'won' })
  expect(born.stage_changed_on).toBe(staged.stage_changed_on)
  const { body } = await api.asBroker<ListAnswer<HistoryEntry>>(
    'GET',
    historyPath('opportunities', made.opportunity_id),
  )
  const fields = body.results.flatMap(({ changes }) => changes.map(({ field }) => field))
  expect(fields).toContain('stage')
  expect(fields).not.toContain('stage_changed_on')
})

test('[REP-1, BOARD-1, BULK-1] a change of the stage that is taken back leaves no new day', async () => {
  const deal = await make({ opportunity_name: 'Won in January', stage: 'won' })
  const { opportunity_id: id } = deal
  const dayAfter = async (body: Partial<Opportunity>) => (await patch(id, body)).stage_changed_on
  await since(deal, '2026-01-05')
  const now = await dayAfter({ stage: 'lost', lost_reason: 'price' })
  expect(now).not.toBe('2026-01-05')
  await patch(id, { notes: 'Meanwhile.' })
  expect(await dayAfter({ stage: 'won' })).toBe('2026-01-05')

  const { body: change } = await api.asBroker<BulkChange>('POST', bulkChangesPath, {
    ...{ list: 'opportunities', action: 'set', field: 'stage', value: 'pricing' },
    ids: [id],
  })
  const changed = () => api.asBroker<BulkChange>('GET', `${bulkChangesPath}${change.bulk_change_id}/`)
  await untilAnswer(changed, ({ body }) => body.state === 'done')
  await api.asBroker('POST', `${bulkChangesPath}${change.bulk_change_id}/undo/`)
  await untilAnswer(changed, ({ body }) => body.state === 'undone')
  const { body: undone } = await api.asBroker<Opportunity>('GET', `${path}${id}/`)
  expect([undone.stage, undone.stage_changed_on]).toEqual(['won', '2026-01-05'])

  // Over another stage it is a new win.
  await patch(id, { stage: 'pricing' })
  await patch(id, { stage: 'lost', lost_reason: 'price' })
  expect(await dayAfter({ stage: 'won' })).toBe(now)
})

describe('the report of what was won and lost', () => {
  const word = 'Reported'
  beforeAll(async () => {
    const deals = [
      ['2026-01-05', 10, { stage: 'won', sales_annual_volume_manual: 1_000.5, broker_name: 'Alder' }],
      ['2026-01-31', 20, { stage: 'won', sales_annual_volume_manual: 20_000, dekatherms: false }],
      ['2026-01-31', 5, { stage: 'lost', lost_reason: 'price', sales_annual_volume_manual: 7 }],
      ['2026-03-01', 41, { stage: 'won', sales_annual_volume_manual: 50, broker_name: 'ALDER' }],
      ['2026-03-01', 1, { stage: 'pricing', sales_annual_volume_manual: 9 }],
    ] as const
    for (const [index, [day, days, deal]] of deals.entries()) {
      const opportunity_name = `${word} ${index}`
      const sales_represented = index < 3 ? 'Jo Fields' : '=Sam'
      await since(await make({ ...deal, opportunity_name, sales_represented }), day, days)
    }
    const gone = await make({ opportunity_name: `${word} gone`, stage: 'won' })
    await api.asBroker('DELETE', `${path}${gone.opportunity_id}/`)
  })
  const january = { won: 2, won_volume: 3_000.5, lost: 1, lost_volume: 7 }
  const march = { won: 1, won_volume: 50, lost: 0, lost_volume: 0 }
  const total = { won: 3, won_volume: 3_050.5, lost: 1, lost_volume: 7 }

  test('[REP-2, REP-3, REP-4] sums up months, brokers, sales people, and the days to the award', async () => {
    for (const query of [`q=${word}`, `opportunity_name_contains=${word}`])
      expect(await reportAt(query)).toEqual({
        total,
        median_days: 20,
        months: [
          { month: '2026-01', ...january },
          { month: '2026-02', won: 0, won_volume: 0, lost: 0, lost_volume: 0 },
          { month: '2026-03', ...march },
        ],
        brokers: [
          { name: null, won: 1, won_volume: 2_000, lost: 1, lost_volume: 7 },
          {
            name: expect.stringMatching(/^alder$/i) as string,
            won: 2,
            won_volume: 1_050.5,
            lost: 0,
            lost_volume: 0,
          },
        ],
        sales_people: [
          { name: 'Jo Fields', ...january },
          { name: '=Sam', ...march },
        ],
      })
  })

  test('[REP-4] days are those of the market, at the creation and at the win, in summer and in winter', async () => {
    const won = await make({ opportunity_name: 'Evening deal', stage: 'won' })
    const medianOf = async (created_at: string, stage_changed_on: string) => {
      await api.database.db
        .updateTable('opportunities')
        .set({ created_at, stage_changed_on })
        .where('opportunity_id', '=', won.opportunity_id)
        .execute()
      return (await reportAt('q=Evening deal')).median_days
    }
    // In New York it is the evening of the day before, by four hours in summer and by five in winter.
    expect(await medianOf('2026-07-02T03:59:59.000Z', '2026-07-02')).toBe(1)
    expect(await medianOf('2026-07-02T04:00:00.000Z', '2026-07-02')).toBe(0)
    expect(await medianOf('2026-01-02T04:59:59.000Z', '2026-01-03')).toBe(2)
    expect(await medianOf('2026-01-02T05:00:00.000Z', '2026-01-03')).toBe(1)
    expect(await medianOf('2025-11-02T03:30:00.000Z', '2025-11-03')).toBe(2)
    expect(await medianOf('2025-11-03T04:30:00.000Z', '2025-11-03')).toBe(1)
    expect(await medianOf('1999-12-02T04:30:00.000Z', '1999-12-02')).toBe(1)
  })

  test('[REP-2] is of a period, and of what the filters of the list find', async () => {
    const ofJanuary = 'stage_changed_on_from=2026-01-01&stage_changed_on_to=2026-01-31'
    expect(await reportAt(`${ofJanuary}&q=${word}`)).toMatchObject({ total: january, median_days: 15 })
    expect((await reportAt(`${ofJanuary}&stage=lost&q=${word}`)).total).toEqual({
      ...{ won: 0, won_volume: 0 },
      ...{ lost: 1, lost_volume: 7 },
    })
    expect(await reportAt('q=there is no such deal')).toEqual({
      total: { won: 0, won_volume: 0, lost: 0, lost_volume: 0 },
      median_days: null,
      months: [],
      brokers: [],
      sales_people: [],
    })
    expect((await api.asBroker('GET', `${wonReportPath}?month=1`)).status).toBe(400)
    expect((await api.send('GET', wonReportPath)).status).toBe(401)
  })

  if (process.env['TEST_DATABASE_URL'])
    test('[REP-2, REP-3] its parts are of one moment, however much is written meanwhile', async () => {
      const { opportunity_id: id } = await make({ opportunity_name: 'Changing', stage: 'won' })
      const { db } = api.database
      let isOver = false
      const changing = (async () => {
        for (let won = false; !isOver; won = !won)
          await db
            .updateTable('opportunities')
            .set({ stage: won ? 'won' : 'pricing' })
            .where('opportunity_id', '=', id)
            .execute()
      })()
      try {
        for (let turn = 0; turn < 40; turn++) {
          const { total, brokers, sales_people } = await reportAt('q=Changing')
          for (const names of [brokers, sales_people])
            expect(names.reduce((sum, { won }) => sum + won, 0)).toBe(total.won)
        }
      } finally {
        isOver = true
        await changing
      }
    })

  test('[REP-5, TRUST-38] is exported as a table, of which no text is taken for a formula', async () => {
    const { access: token } = await api.signIn()
    const fetchFile = (format: string) =>
      fetch(`${api.url}${wonReportExportPath}?format=${format}&q=${word}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const csv = await fetchFile('csv')
    expect([csv.status, csv.headers.get(exportCountHeader)]).toEqual([200, '8'])
    const audited = await api.database.db
      .selectFrom('audit')
      .select(['resource', 'after'])
      .where('action', '=', 'export')
      .execute()
    expect(
      audited.map(({ resource, after }) => [resource, JSON.parse(after ?? '{}') as unknown]),
    ).toMatchObject([['opportunities', { report: 'Won and lost', format: 'csv', q: word, count: 8 }]])
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="Won and lost .*\.csv"/)
    const rows: string[][] = parse(await csv.text(), { bom: true })
    expect(rows[0]).toContain('Median Days to Award')
    expect(rows.slice(1)).toEqual([
      ['Total', '', '3', '3050.5', '1', '7', '75', '20'],
      ['Month', '2026-01', '2', '3000.5', '1', '7', '66.7', ''],
      ['Month', '2026-02', '0', '0', '0', '0', '', ''],
      ['Month', '2026-03', '1', '50', '0', '0', '100', ''],
      ['Broker', '', '1', '2000', '1', '7', '50', ''],
      ['Broker', expect.stringMatching(/^alder$/i), '2', '1050.5', '0', '0', '100', ''],
      ['Sales Person', 'Jo Fields', '2', '3000.5', '1', '7', '66.7', ''],
      ['Sales Person', "'=Sam", '1', '50', '0', '0', '100', ''],
    ])
    expect((await fetchFile('xlsx')).status).toBe(200)
    expect((await fetchFile('pdf')).status).toBe(400)
  })
})

test('[REP-1, TRUST-33] of those that were there before, the audit tells it, else their last change', async () => {
  const { db, dialect } = api.database
  const [moved, unknown, none] = [await make(), await make(), await make()]
  const ids = [moved, unknown, none].map(({ opportunity_id }) => opportunity_id)
  await db
    .updateTable('opportunities')
    .set({ stage: 'pricing', modified_at: '2025-02-01T12:00:00.000Z' })
    .where('opportunity_id', 'in', ids.slice(0, 2))
    .execute()
  const states = [{ stage: 'new' }, { stage: 'pricing' }, { stage: 'pricing', notes: 'Later.' }]
  for (const [index, after] of states.entries())
    await db
      .insertInto('audit')
      .values({
        at: `2025-01-0${index + 1}T12:00:00.000Z`,
        action: 'update',
        resource: 'opportunities',
        record_id: moved.opportunity_id,
        before: JSON.stringify(states[index - 1] ?? { stage: null }),
        after: JSON.stringify(after),
      })
      .execute()
  // Its last test: the statements of others are prepared for the columns that there were.
  await sql`drop index opportunities_filters`.execute(db)
  await sql`alter table opportunities drop column stage_changed_on`.execute(db)
  await sql`create index opportunities_filters on opportunities (stage)`.execute(db)
  await stageDays(db as unknown as Kysely<unknown>, dialect.kind)
  const found = await db
    .selectFrom('opportunities')
    .select('stage_changed_on')
    .where('opportunity_id', 'in', ids)
    .orderBy('opportunity_id')
    .execute()
  expect(found.map(({ stage_changed_on }) => stage_changed_on)).toEqual(['2025-01-02', '2025-02-01', null])
})
