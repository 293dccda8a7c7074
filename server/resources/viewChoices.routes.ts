import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { ListAnswer } from '../../src/contract/answers'
import { schemaName } from '../../src/contract/schema'
import {
  maxViewChoices,
  viewChoiceFields,
  viewChoicePath,
  viewChoicesPath,
  type ViewChoice,
} from '../../src/contract/viewChoices'
import { viewedLists } from '../../src/contract/views'
import type { Tables } from '../db/tables'
import { inTransaction, writerFromRequest, type Write } from '../kit/context'
import { invalidFields, notFound } from '../kit/errors'
import { documentRoute, idParams } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { toId } from '../kit/http/routes'
import { visibleTo } from '../kit/visibility'
import { addChangeNotice } from '../kit/write/notices'
import { views } from './views'

/** The views that a user has chosen and still sees, by name. */
async function choicesOf(db: Kysely<Tables>, user: number): Promise<ViewChoice[]> {
  const rows = await db
    .selectFrom('view_choices')
    .innerJoin('views', 'views.view_id', 'view_choices.view_id')
    .select(['views.view_id as view', 'views.list', 'views.name', 'views.query'])
    .select(['view_choices.is_default', 'view_choices.is_pinned'])
    .where('view_choices.user_id', '=', user)
    .where(visibleTo(views, user) ?? sql.lit(true))
    .orderBy('views.name_key')
    .orderBy('views.view_id')
    .limit(maxViewChoices)
    .execute()
  return rows.map(({ is_default, is_pinned, ...view }) => ({
    ...view,
    is_default: Boolean(is_default),
    is_pinned: Boolean(is_pinned),
  }))
}

type Choice = Pick<ViewChoice, 'is_default' | 'is_pinned'>

/** @throws ApiError 404 for a view that the user does not see, 400 for one too many. */
async function choose(write: Write, user: number, id: number, choice: Choice): Promise<void> {
  const { db } = write
  const view = await db
    .selectFrom('views')
    .select(['view_id', 'list'])
    .where('view_id', '=', id)
    .where(visibleTo(views, user) ?? sql.lit(true))
    .executeTakeFirst()
  if (!view) throw notFound(views.contract.title)
  const own = db.deleteFrom('view_choices').where('user_id', '=', user)
  await own.where('view_id', '=', id).execute()
  const { is_default, is_pinned } = choice
  if (is_default)
    await db
      .updateTable('view_choices')
      .set({ is_default: false })
      .where('user_id', '=', user)
      .where('list', '=', view.list)
      .execute()
  await own.where('is_default', '=', false).where('is_pinned', '=', false).execute()
  // Those of views that are private again could not be taken away otherwise.
  const seen = db
    .selectFrom('views')
    .select('view_id')
    .where(visibleTo(views, user) ?? sql.lit(true))
  await own.where('view_id', 'not in', seen).execute()
  if (is_default || is_pinned) {
    const { count } = await db
      .selectFrom('view_choices')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user)
      .executeTakeFirstOrThrow()
    if (count >= maxViewChoices)
      throw invalidFields({ is_pinned: `You have chosen ${maxViewChoices} views. Take one away first.` })
    await db
      .insertInto('view_choices')
      .values({ user_id: user, view_id: id, list: view.list, is_default, is_pinned })
      .execute()
  }
  // The pages that show views show the choice as well.
  addChangeNotice(write, views, 'updated', id)
}

const answered = {
  view: Type.Integer({ minimum: 1 }),
  list: Type.String({ enum: [...viewedLists] }),
  name: Type.String(),
  query: Type.Union([Type.String(), Type.Null()]),
  is_default: Type.Boolean(),
  is_pinned: Type.Boolean(),
}
const choicesAnswer = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(Type.Object(answered)),
})

/** The views of the user's own choice (VIEW-3, VIEW-4). */
export function viewChoiceRoutes(app: FastifyInstance): void {
  const { database } = app
  const answerFor = async (user: number): Promise<ListAnswer<ViewChoice>> => {
    const results = await choicesOf(database.db, user)
    return { count: results.length, results }
  }
  route(app, {
    method: 'GET',
    path: viewChoicesPath,
    document: {
      ...documentRoute(schemaName(views.contract), 'Read the views of one’s own choice', choicesAnswer),
      description: 'Those in the side menu, and those that their lists open with.',
    },
    handler: ({ caller }) => answerFor(caller.id),
  })
  route(app, {
    method: 'PUT',
    path: viewChoicePath(':id'),
    document: {
      ...documentRoute(schemaName(views.contract), 'Choose a view', choicesAnswer, viewChoiceFields, [404]),
      description: 'For oneself; answers all views of one’s own choice.',
      params: idParams,
    },
    handler: async (request, _reply, readBody) => {
      const id = toId(views, request.params.id)
      const { is_default, is_pinned } = await readBody()
      await inTransaction(database, writerFromRequest(request), (write) =>
        choose(write, request.caller.id, id, { is_default, is_pinned }),
      )
      return answerFor(request.caller.id)
    },
  })
}
