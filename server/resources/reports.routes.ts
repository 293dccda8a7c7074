import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { exportFormats } from '../../src/contract/exports'
import {
  maxReportNames,
  winRate,
  wonReportExportPath,
  wonReportPath,
  type Outcomes,
  type WonReport,
} from '../../src/contract/reports'
import { oneOf, schemaName } from '../../src/contract/schema'
import { columnWidths, type Cell } from '../kit/export/cells'
import { runInSlot } from '../kit/admission/requestSlot'
import { auditRead } from '../kit/http/auditRead'
import { documentRoute, exportedFile, filterParameters } from '../kit/http/documentation'
import { exportFormatOf, sendTable } from '../kit/http/exportFile'
import { route } from '../kit/http/route'
import { ofOneMoment } from '../kit/http/routes'
import { parseListQuery, type ListQuery, type Query } from '../kit/read/query'
import { opportunities } from './opportunities'
import { wonReportOf } from './wonReport'

const volume = Type.Number({ description: 'Annual volumes, dth.', examples: [42_500] })
const count = Type.Integer({ minimum: 0, examples: [12] })
const outcomes = { won: count, won_volume: volume, lost: count, lost_volume: volume }
const named = (what: string) =>
  Type.Array(
    Type.Object({
      name: Type.Union([Type.String(), Type.Null()], { description: 'Null: those without one.' }),
      ...outcomes,
    }),
    { description: `By ${what}, at most ${maxReportNames}: those with the most outcomes.` },
  )

const reportAnswer = Type.Object({
  total: Type.Object(outcomes),
  median_days: Type.Union([Type.Number(), Type.Null()], {
    description:
      'The median of the days from the creation of an opportunity to its win; null where none was won.',
  }),
  months: Type.Array(Type.Object({ month: Type.String({ examples: ['2026-03'] }), ...outcomes }), {
    description: 'All months from the first to the last one with an outcome.',
  }),
  brokers: named('`broker_name`'),
  sales_people: named('`sales_represented`'),
})

const header = [
  'Report',
  'Name',
  'Won',
  'Won Volume (dth)',
  'Lost',
  'Lost Volume (dth)',
  'Win Rate (%)',
  'Median Days to Award',
]

const { text, number } = columnWidths
const widths = header.map((_, index) => (index < 2 ? text : number))

/** The report as one table, whose first column says what a row is of. */
function tableOf({ total, median_days, months, brokers, sales_people }: WonReport): Cell[][] {
  const row = (report: string, name: string | null, of: Outcomes, days: number | null = null): Cell[] => {
    const rate = winRate(of)
    const percent = rate === null ? null : Math.round(rate * 1_000) / 10
    return [report, name, of.won, of.won_volume, of.lost, of.lost_volume, percent, days]
  }
  return [
    row('Total', null, total, median_days),
    ...months.map((each) => row('Month', each.month, each)),
    ...brokers.map((each) => row('Broker', each.name, each)),
    ...sales_people.map((each) => row('Sales Person', each.name, each)),
  ]
}

/** The reports beside that of the stages (REP-2 to REP-5). */
export function reportRoutes(app: FastifyInstance): void {
  const { database } = app
  const tag = schemaName(opportunities.contract)
  const reportFor = async (
    { caller, dataVersion }: FastifyRequest<Query>,
    query: ListQuery,
  ): Promise<WonReport> => {
    const list = await ofOneMoment(query, opportunities, app, null, caller.id)
    return wonReportOf(database, list, { reader: caller.id, dataVersion })
  }
  route(app, {
    method: 'GET',
    path: wonReportPath,
    document: {
      ...documentRoute(tag, 'Sum up what was won and lost', reportAnswer),
      description:
        'The opportunities that the search and the filters of the list find, those won and those lost: by the month of `stage_changed_on`, by broker and by sales person.',
      querystring: Type.Object(filterParameters(opportunities)),
    },
    handler: (request): Promise<WonReport> =>
      reportFor(request, parseListQuery(opportunities, request.query)),
  })
  route(app, {
    method: 'GET',
    path: wonReportExportPath,
    exposeHeadRoute: false,
    document: {
      tags: [tag],
      summary: 'Export what was won and lost',
      description: 'The same as one table: the total, and a row for each month, broker and sales person.',
      querystring: Type.Object({ format: oneOf(exportFormats), ...filterParameters(opportunities) }),
      response: { 200: exportedFile('How many rows the table has.') },
    },
    handler: async (request, reply) => {
      const format = exportFormatOf(request)
      const query = parseListQuery(opportunities, request.query)
      const rows = tableOf(await reportFor(request, query))
      const name = 'Won and lost'
      const { q, filters, own } = query
      await runInSlot(request, 'write', () =>
        auditRead(request, request.caller, {
          action: 'export',
          resource: opportunities.name,
          after: { report: name, format, q, filters, own, count: rows.length },
        }),
      )
      const pages = Readable.from([rows]) as AsyncIterable<Cell[][]>
      return sendTable(app, reply, { format, name, header, widths, pages, count: rows.length })
    },
  })
}
