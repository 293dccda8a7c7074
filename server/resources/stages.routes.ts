import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ListAnswer } from '../../src/contract/answers'
import { rounded } from '../../src/contract/gas/decimal'
import { defaultHeatContent, convertQuantity, quantityPlaces } from '../../src/contract/gas/units'
import { schemaName } from '../../src/contract/schema'
import { stages, stageTotalsPath, type Stage, type StageTotals } from '../../src/contract/stages'
import type { OpenDatabase } from '../db/dialects'
import { documentRoute, filterParameters } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { ofOneMoment } from '../kit/http/routes'
import type { Viewer } from '../kit/read/conditions'
import { matchingInFilterIndex } from '../kit/read/matching'
import { parseListQuery, type ListQuery } from '../kit/read/query'
import { opportunities } from './opportunities'

/** Opportunities of one stage, with volumes in one unit. */
interface Sum {
  stage: Stage | null
  dekatherms: boolean | number | null
  count: number
  volume: number
}

/** Sums up the opportunities of a list by their stages: one statement, in the order of the stages. */
async function stageTotals(database: OpenDatabase, query: ListQuery, viewer: Viewer): Promise<StageTotals[]> {
  const rows = await matchingInFilterIndex(database, opportunities, query, viewer)
  const sums = (await rows
    .select([
      'opportunities.stage',
      'opportunities.dekatherms',
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<number>`coalesce(sum(opportunities.sales_annual_volume_manual), 0)`.as('volume'),
    ])
    .groupBy(['opportunities.stage', 'opportunities.dekatherms'])
    .execute()) as unknown as Sum[]
  return [null, ...stages].map((stage) => {
    const own = sums.filter((sum) => sum.stage === stage)
    const inDekatherms = own.map(({ dekatherms, volume }) => {
      // Without a unit they are dekatherms, as in lists.
      const unit = dekatherms === false || dekatherms === 0 ? 'th' : 'dth'
      return convertQuantity(volume, unit, 'dth', defaultHeatContent).toNumber()
    })
    return {
      stage,
      count: own.reduce((total, { count }) => total + count, 0),
      annual_volume: rounded(
        inDekatherms.reduce((total, volume) => total + volume, 0),
        quantityPlaces.dth,
      ),
    }
  })
}

const stageTotalsAnswer = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(
    Type.Object({
      stage: Type.Union([Type.String({ enum: [...stages] }), Type.Null()], {
        description: 'Null: those without a stage.',
        examples: ['pricing'],
      }),
      count: Type.Integer({ minimum: 0, examples: [12] }),
      annual_volume: Type.Number({ description: 'dth', examples: [42_500] }),
    }),
  ),
})

/** The totals of the board (BOARD-3). */
export function stageRoutes(app: FastifyInstance): void {
  const { database } = app
  route(app, {
    method: 'GET',
    path: stageTotalsPath,
    document: {
      ...documentRoute(schemaName(opportunities.contract), 'Count by stage', stageTotalsAnswer),
      description:
        'How many opportunities the search and the filters of the list find in each stage, with the sum of their annual volumes.',
      querystring: Type.Object(filterParameters(opportunities)),
    },
    handler: async ({ query, caller, dataVersion }): Promise<ListAnswer<StageTotals>> => {
      const parsed = parseListQuery(opportunities, query)
      const list = await ofOneMoment(parsed, opportunities, app, null, caller.id)
      const results = await stageTotals(database, list, { reader: caller.id, dataVersion })
      return { count: results.length, results }
    },
  })
}
