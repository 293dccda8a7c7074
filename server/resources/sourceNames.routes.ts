import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { listSchema } from '../../src/contract/schema'
import {
  replacedSourceNamesPath,
  type ReplacedSourceNames,
  type SourceNamesPreview,
} from '../../src/contract/sourceNames'
import { writerFromRequest, inTransaction } from '../kit/context'
import { ApiError, invalidParameter } from '../kit/errors'
import { documentRoute, failure } from '../kit/http/documentation'
import { single } from '../kit/read/query'
import { assertAllowed } from '../kit/policy'
import { registerScope } from '../kit/http/registerScope'
import { maxSourceNames, readSourceNames } from './sourceNameList'
import { changesOfSourceNames, replacedSourceNames, replaceSourceNames } from './sourceNames'
import { route } from '../kit/http/route'

const body = {
  content: {
    'application/json': {
      schema: Type.Object({
        names: Type.Array(Type.String({ maxLength: contract.sourceNames.fields.name.max }), {
          minItems: 1,
          maxItems: maxSourceNames,
        }),
      }),
    },
    'text/csv': {
      schema: Type.String({
        description:
          'In UTF-8, UTF-16 or Windows-1252, between commas, semicolons, tabs or bars; one column, or several of which one is called `name` or `source`.',
      }),
    },
  },
}

/** Replaces the whole list of source names (OPN-9); the generated routes read it. */
export async function sourceNameRoutes(app: FastifyInstance): Promise<void> {
  // In a scope of its own, because no other route accepts a CSV file.
  await registerScope(app, 'citygate-source-name-lists', async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => {
      done(null, bytes)
    })
    const document = documentRoute('SourceName', 'Replace the list', listSchema(contract.sourceNames))
    route(scope, {
      method: 'PUT',
      path: contract.sourceNames.path,
      document: {
        ...document,
        body,
        querystring: Type.Object({
          dry_run: Type.Optional(
            Type.Boolean({ description: 'True: nothing is changed, and what would change is answered.' }),
          ),
        }),
        response: {
          ...document.response,
          200: {
            ...Type.Union([listSchema(contract.sourceNames), preview]),
            description: 'The new list, or with `dry_run` what it would change.',
          },
          409: failure(
            "Only the provider's team may do that, with the rights to import and to delete many records at once.",
          ),
        },
      },
      handler: async (request): Promise<ListAnswer<Row<'sourceNames'>> | SourceNamesPreview> => {
        const caller = writerFromRequest(request)
        // Before the list is parsed, which takes a while.
        assertAllowed(caller, 'sourceNames', 'change')
        const isDry = isDryRun(request.query)
        const { names, notes } = await readSourceNames(request.body)
        if (isDry) {
          const { listed, gone, added } = await changesOfSourceNames(app.database, names)
          return {
            names,
            added,
            gone: gone.map(({ name }) => name),
            kept: listed.length - gone.length,
            notes,
          }
        }
        await inTransaction(app.database, caller, (write) => replaceSourceNames(write, names))
        return listed(app)
      },
    })
  })

  route(app, {
    method: 'GET',
    path: replacedSourceNamesPath,
    document: documentRoute('SourceName', 'Tell of the list that was replaced', replacedAnswer),
    handler: async (): Promise<ReplacedSourceNames> => {
      const replaced = await replacedSourceNames(app.database)
      return { count: replaced?.names.length ?? null, replaced_at: replaced?.replaced_at ?? null }
    },
  })

  route(app, {
    method: 'POST',
    path: replacedSourceNamesPath,
    document: documentRoute(
      'SourceName',
      'Bring back the list that was replaced',
      listSchema(contract.sourceNames),
      null,
      [409],
    ),
    handler: async (request): Promise<ListAnswer<Row<'sourceNames'>>> => {
      const caller = writerFromRequest(request)
      assertAllowed(caller, 'sourceNames', 'change')
      await inTransaction(app.database, caller, async (write) => {
        const replaced = await replacedSourceNames(write)
        if (!replaced) throw new ApiError(409, 'refused', 'No list has been replaced.')
        await replaceSourceNames(write, replaced.names)
      })
      return listed(app)
    },
  })
}

const replacedAnswer = Type.Object({
  count: Type.Union([Type.Integer(), Type.Null()], { examples: [80] }),
  replaced_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    examples: ['2027-03-01T12:00:00.000Z'],
  }),
})

const texts = Type.Array(Type.String())
const preview = Type.Object({ names: texts, added: texts, gone: texts, kept: Type.Integer(), notes: texts })

function isDryRun(query: { readonly dry_run?: unknown }): boolean {
  const value = single(query, 'dry_run')
  if (value !== undefined && !['', 'true', 'false'].includes(value))
    throw invalidParameter('dry_run', 'Send true or false.')
  return value === 'true'
}

async function listed({ database }: FastifyInstance): Promise<ListAnswer<Row<'sourceNames'>>> {
  const results = await database.db
    .selectFrom('source_names')
    .select(['source_name_id', 'name'])
    .orderBy('name_key')
    .execute()
  return { count: results.length, results }
}
