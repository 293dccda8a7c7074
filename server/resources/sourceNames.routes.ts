import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/kit'
import { listSchema } from '../../src/contract/schema'
import { byCaller, inTransaction } from '../kit/context'
import { documentRoute, failure } from '../kit/http/documentation'
import { mayOrRefuse } from '../policy'
import { maxSourceNames, readSourceNames } from './sourceNameList'
import { replaceSourceNames } from './sourceNames'

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
        description: 'UTF-8; one column, or several of which one has the heading `name`.',
      }),
    },
  },
}

/** Replaces the whole list of source names (OPN-9); reading it is the generated routes' part. */
export async function sourceNameRoutes(app: FastifyInstance): Promise<void> {
  // In a scope of its own, because no other route takes a CSV file.
  await app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => {
      done(null, bytes)
    })
    const document = documentRoute('SourceName', 'Replace the list', listSchema(contract.sourceNames))
    scope.put(
      contract.sourceNames.path,
      {
        schema: {
          ...document,
          body,
          response: {
            ...document.response,
            409: failure("Only the provider's team may do that."),
          },
        },
      },
      async (request): Promise<ListAnswer<Row<'sourceNames'>>> => {
        const caller = byCaller(request)
        // Before the list is read, which takes a while.
        mayOrRefuse(caller, 'sourceNames', 'change')
        const names = readSourceNames(request.body)
        await inTransaction(app.database, caller, (write) => replaceSourceNames(write, names))
        const results = await app.database.db
          .selectFrom('source_names')
          .select(['source_name_id', 'name'])
          .orderBy('name_key')
          .execute()
        return { count: results.length, results }
      },
    )
  })
}
