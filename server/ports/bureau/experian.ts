import { Type, type Static } from '@sinclair/typebox'
import type { ExperianAccount } from '../../config'
import { OutsideError, type ExternalSystems } from '../outside'
import type { Bureau, Business } from '.'

/** Seconds before its expiry from which a token is not used any more. */
const margin = 60

const maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const text = maybe(Type.String({ maxLength: 500 }))

const tokenAnswer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Type.Union([Type.Number(), Type.String({ pattern: '^\\d{1,9}$' })]),
})

const header = Type.Object({
  bin: Type.String({ pattern: '^\\d{1,20}$' }),
  businessName: Type.String({ minLength: 1, maxLength: 500 }),
  phone: text,
  address: maybe(Type.Object({ street: text, city: text, state: text, zip: text })),
})
const searchAnswer = Type.Object({ results: Type.Union([Type.Array(header), Type.Null()]) })
const headersAnswer = Type.Object({ results: Type.Union([header, Type.Null()]) })
const factsAnswer = Type.Object({
  results: maybe(
    Type.Object({
      stateOfIncorporation: text,
      dateOfIncorporation: text,
      sicCodes: maybe(Type.Array(Type.Object({ definition: text }))),
    }),
  ),
})

/**
 * Experian's Business Information API (BUR-1 to BUR-5): a token by the account's name and password
 * (https://developer.experian.co.uk/tutorial/oauth-20-tutorial), then POSTs of JSON to `search`, `headers` and `facts`
 * below /businessinformation/businesses/v1/, with paths and fields as in the vendor's client libraries
 * (https://github.com/experianplc/experian-java, https://github.com/experianplc/experian-node). That a number which is
 * not there is answered with 404 is assumed.
 */
export function experianBureau(
  { origin, clientId, clientSecret, username, password, subcode }: ExperianAccount,
  outside: ExternalSystems,
  now: () => number = Date.now,
): Bureau {
  const connection = outside.connect({
    key: 'bureau',
    origins: [origin],
    probe: async () => {
      await fetchToken()
    },
  })

  const fetchToken = async () => {
    const { access_token, expires_in } = await connection.json(tokenAnswer, `${origin}/oauth2/v1/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', grant_type: 'password' },
      body: JSON.stringify({ username, password, client_id: clientId, client_secret: clientSecret }),
    })
    return { value: access_token, until: now() + (Number(expires_in) - margin) * 1_000 }
  }
  let token: { fetched: ReturnType<typeof fetchToken>; until: number } | undefined
  /** One token for all calls, fetched once for concurrent ones. */
  const currentToken = async (): Promise<string> => {
    if (!token || token.until <= now()) {
      const fresh = { fetched: fetchToken(), until: Infinity }
      token = fresh
      fresh.fetched.then(
        ({ until }) => (fresh.until = until),
        () => (fresh.until = -Infinity),
      )
    }
    return (await token.fetched).value
  }

  const ask = async <T extends typeof searchAnswer | typeof headersAnswer | typeof factsAnswer>(
    schema: T,
    product: string,
    question: object,
  ): Promise<Static<T>> =>
    connection.json(schema, `${origin}/businessinformation/businesses/v1/${product}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await currentToken()}` },
      body: JSON.stringify({ ...question, subcode }),
    })

  /** Repeats the call with another token where the bureau has ended the first; null for a missing business. */
  const question: typeof ask = async (schema, product, body) => {
    try {
      return await ask(schema, product, body)
    } catch (error) {
      if (statusOf(error) === 404) return { results: null }
      if (statusOf(error) !== 401) throw error
      token = undefined
      return ask(schema, product, body)
    }
  }

  return {
    label: 'Experian',
    example: null,
    search: async ({ name, city, state }) => {
      const { results } = await question(searchAnswer, 'search', { name, city, state, geo: false })
      return (results ?? []).map(businessOf)
    },
    find: async (bin) => {
      if (!/^\d{1,20}$/.test(bin)) return null
      const { results } = await question(headersAnswer, 'headers', { bin })
      if (!results) return null
      // Not every account has paid for the facts; the organization is created without them.
      const facts = await question(factsAnswer, 'facts', { bin }).catch((error: unknown) => {
        if (error instanceof OutsideError) return { results: null }
        throw error
      })
      return { ...businessOf(results), ...factsOf(facts) }
    },
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof OutsideError ? error.refusal?.status : undefined

const businessOf = ({ bin, businessName, phone, address }: Static<typeof header>): Business => ({
  bin,
  business_name: businessName,
  street: address?.street ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  zip: address?.zip ?? '',
  phone: phoneOf(phone),
  state_of_incorporation: null,
  founding_year: null,
  primary_industry: null,
})

function factsOf({ results }: Static<typeof factsAnswer>): Partial<Business> {
  const year = /\b(1[6-9]|20)\d\d\b/.exec(results?.dateOfIncorporation ?? '')
  const state = results?.stateOfIncorporation
  return {
    state_of_incorporation: state && /^[A-Z]{2}$/.test(state) ? state : null,
    founding_year: year ? Number(year[0]) : null,
    primary_industry: results?.sicCodes?.[0]?.definition ?? null,
  }
}

/** Ten digits, with or without the country code. */
function phoneOf(phone: string | null | undefined): string | null {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec((phone ?? '').replaceAll(/\D/g, '')) ?? []
  return area && exchange && line ? `${area}-${exchange}-${line}` : null
}
