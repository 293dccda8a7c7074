import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { exampleOf } from '../../src/contract/examples'
import { accountGroups, requiredFactors, type RequiredFactors } from '../../src/contract/requiredFactors'
import { inputSchema, oneOf } from '../../src/contract/schema'
import { inTransaction, writerFromRequest } from '../kit/context'
import { documentRoute } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { parseInput } from '../kit/input'
import { assertAllowed } from '../kit/policy'
import { changeRequired, readRequired } from '../services/secondFactors/required'
import { assertGivesRoles } from './administrators'
import { checkActor } from './users'

const { path, fields } = requiredFactors

const answer = Type.Object({
  ...Object.fromEntries(
    accountGroups.map((group) => {
      const { [group]: field } = fields
      const examples = [exampleOf(group, field)]
      return [group, Type.Boolean({ description: field.apiDescription, examples })]
    }),
  ),
  fixed: Type.Array(oneOf(accountGroups), {
    description: 'The groups that REQUIRE_SECOND_FACTOR names: they must have one, whatever else is said.',
  }),
})

/** The accounts that must have a second factor, as administrators say (MFA-11). */
export function requiredFactorRoutes(app: FastifyInstance): void {
  const { database, config } = app
  const read = async (): Promise<RequiredFactors> => ({
    ...(await readRequired(database.db)),
    fixed: config.secondFactorFor,
  })

  route(app, {
    method: 'GET',
    path,
    document: {
      ...documentRoute('SecondFactor', 'Read which accounts must have a second factor', answer, null, [409]),
      description: "For those of the provider's team who administer users.",
    },
    handler: (request): Promise<RequiredFactors> => {
      assertAllowed(writerFromRequest(request), 'users', 'create')
      return read()
    },
  })

  route(app, {
    method: 'PATCH',
    path,
    document: {
      ...documentRoute(
        'SecondFactor',
        'Change which accounts must have a second factor',
        answer,
        null,
        [409],
      ),
      description:
        'For those who give roles. It counts from the next request of each account on: one without a second factor sets it up first.',
      body: inputSchema(fields, 'patch'),
    },
    handler: async (request): Promise<RequiredFactors> => {
      const who = writerFromRequest(request)
      assertAllowed(who, 'users', 'create')
      const changes = await parseInput(fields, request.body, 'patch')
      await inTransaction(database, who, async (write) => {
        const actor = await checkActor(write, null)
        if (actor) await assertGivesRoles(write, actor)
        await changeRequired(write, changes)
      })
      return read()
    },
  })
}
