import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Input } from '../../src/contract'
import {
  bureauCannotCreate,
  bureauConfidences,
  bureauCreate,
  bureauFindsNothing,
  bureauMatchKinds,
  bureauParts,
  bureauSearch,
  bureauSearchFaults,
  type BureauAnswer,
  type BureauCreateAnswer,
} from '../../src/contract/bureau'
import type { Business } from '../ports/bureau'
import { matchOf } from '../ports/bureau/matching'
import type { Write } from '../kit/context'
import { documentRoute, failure, failures, idempotencyDocs } from '../kit/http/documentation'
import { ApiError, invalidFields, notFound } from '../kit/errors'
import { runIdempotent, replyOnce } from '../kit/http/idempotency'
import { parseInput } from '../kit/input'
import { asAuthor } from '../kit/limits'
import { createRecord } from '../kit/write/create'
import { organizations } from './organizations'
import { findState, withTextState } from './states'
import { route } from '../kit/http/route'

const unavailable = { 502: failure('The bureau does not answer now.') }

const oneOf = (options: readonly string[]) => Type.Union(options.map((option) => Type.Literal(option)))
const matchAnswer = Type.Object(
  {
    confidence: oneOf(bureauConfidences),
    reasons: Type.Array(
      Type.Object({
        part: oneOf(bureauParts),
        fit: oneOf(bureauMatchKinds),
        spellings: Type.Array(Type.Object({ typed: Type.String(), found: Type.String() })),
      }),
    ),
  },
  { description: 'How sure it is that this business was meant, and why.' },
)
const searchAnswer = Type.Object({
  results: Type.Array(
    Type.Object({
      business_name: Type.String(),
      address: Type.String(),
      phone: Type.Union([Type.String(), Type.Null()]),
      bin: Type.String(),
      alive: Type.Boolean({ description: 'An organization with this number is here already.' }),
      created: Type.Boolean({ description: "That organization was made of the bureau's entry." }),
      organization_id: Type.Union([Type.Integer(), Type.Null()]),
      match: matchAnswer,
    }),
  ),
  source: Type.String({ description: 'Who was asked, for people.' }),
})
const createAnswer = Type.Object({ details: Type.Object({ organization_id: Type.Integer() }) })

/** The credit bureau: searching its businesses, and creating organizations from them (part 2 §7). */
export function bureauRoutes(app: FastifyInstance): void {
  const search = documentRoute('Bureau', 'Search the credit bureau', searchAnswer, bureauSearch.fields)
  route(app, {
    method: 'POST',
    path: bureauSearch.path,
    document: { ...search, response: { ...search.response, ...unavailable } },
    handler: async (request): Promise<BureauAnswer> => {
      const query = await readSearch(app, request.body)
      const found = await askBureau(request, bureauFindsNothing.join(' '), () => app.bureau.search(query))
      const known = await knownOrganizations(app.database, found)
      return {
        results: found.map((business) => {
          const { business_name, phone, bin } = business
          const organization = known.get(bin)
          return {
            business_name,
            address: addressLine(business),
            phone,
            bin,
            alive: organization !== undefined,
            created: organization?.from_bureau === true,
            organization_id: organization?.organization_id ?? null,
            match: matchOf(query, business),
          }
        }),
        source: app.bureau.label,
      }
    },
  })

  const create = documentRoute(
    'Bureau',
    'Make an organization of a business of the credit bureau',
    createAnswer,
    bureauCreate.fields,
  )
  route(app, {
    method: 'POST',
    path: bureauCreate.path,
    document: {
      ...create,
      headers: idempotencyDocs.headers,
      response: {
        ...create.response,
        200: { ...createAnswer, description: 'It is here already.', headers: idempotencyDocs.answerHeaders },
        201: { ...createAnswer, description: 'Made.', headers: idempotencyDocs.answerHeaders },
        404: failure('The bureau has no such business.'),
        ...failures(422),
        ...unavailable,
      },
    },
    handler: async (request, reply, readBody) => {
      const { bin } = await readBody()
      const existingId = await findByBin(app.database, bin)
      const business =
        existingId ?? (await askBureau(request, bureauCannotCreate, () => app.bureau.find(bin)))
      if (!business) throw notFound('Business')
      const answer = await runIdempotent<BureauCreateAnswer>(request, async (write) => {
        const { id, isNew } =
          typeof business === 'number' ? { id: business, isNew: false } : await makeOnce(write, business)
        return { status: isNew ? 201 : 200, body: { details: { organization_id: id } } }
      })
      return replyOnce(reply, answer).send(answer.body)
    },
  })
}

/** @throws ApiError 400 by field. */
async function readSearch(app: FastifyInstance, body: unknown) {
  const sent = await parseInput(bureauSearch.fields, withTextState(body), 'create')
  const state = await findState(app.database.db, sent.state)
  const wrong = {
    ...bureauSearchFaults(sent),
    ...(state ? {} : { state: 'Choose a state of the list.' }),
  }
  if (!state || Object.keys(wrong).length > 0) throw invalidFields(wrong)
  return { name: sent.organization_name, city: sent.city, state: state.acronym }
}

/** @throws ApiError 502 with the text given, for any failure of the bureau. */
async function askBureau<T>({ log }: FastifyRequest, detail: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    log.error({ err: error }, 'credit bureau unavailable')
    throw new ApiError(502, 'bureau_unavailable', detail)
  }
}

/** In one line, without the parts that the bureau does not know. */
const addressLine = ({ street, city, state, zip }: Business): string =>
  [street, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ')

/** The organizations with the numbers of businesses, except those in the trash. */
async function knownOrganizations({ db }: Pick<Write, 'db'>, businesses: readonly Business[]) {
  if (businesses.length === 0) return new Map<string | null, never>()
  const rows = await db
    .selectFrom('organizations')
    .select(['bin_number', 'organization_id', 'from_bureau'])
    .where(
      'bin_number',
      'in',
      businesses.map(({ bin }) => bin),
    )
    .where('deleted_at', 'is', null)
    // Of several with one number the first one counts: it comes last here and stays in the map.
    .orderBy('organization_id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.bin_number, row]))
}

async function findByBin({ db }: Pick<Write, 'db'>, bin: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('organization_id')
    .where('bin_number', '=', bin)
    .where('deleted_at', 'is', null)
    .orderBy('organization_id')
    .limit(1)
    .executeTakeFirst()
  return row?.organization_id
}

/** Creates the organization of a business, unless another request has done so meanwhile. */
async function makeOnce(write: Write, business: Business): Promise<{ id: number; isNew: boolean }> {
  // One that its author does not see is none: an organization may stand here twice.
  const there = await asAuthor(write, () => findByBin(write, business.bin))
  if (there !== undefined) return { id: there, isNew: false }
  const { business_name, bin, street, zip, ...rest } = business
  const body: Input<'organizations'> = {
    ...rest,
    name: business_name,
    bin_number: bin,
    address_street: street,
    zip_code: zip,
  }
  const id = await createRecord(write, organizations, body)
  await write.db
    .updateTable('organizations')
    .set({ from_bureau: true })
    .where('organization_id', '=', id)
    .execute()
  return { id, isNew: true }
}
