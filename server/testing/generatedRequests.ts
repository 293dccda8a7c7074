/** Requests that the API document describes, and others. */
import fc from 'fast-check'
import { changesPath } from '../../src/contract/events'
import { jsonOf, operationsOf, type ApiDocument } from './apiDocument'
import { anyText, anyValue } from './arbitraries'

/** A parameter of an address, half of the time a valid one. */
export const anyParameter = fc.oneof(anyText, fc.constantFrom('1', '2', '7', 'active', 'true', '0', '3,1'))

/** Parameters as the query of an address; those without a value are left out. */
export const queryOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

/** A request of any operation, with any address, parameters and body. */
export interface GeneratedRequest {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  /** A text is sent as it is. */
  body: object | string | undefined
}

/** Signing in and setting a password are slow on purpose. */
const slow = ['/api/token/', '/api/registration/', '/api/users/', '/api/users/{id}/password/']

/** Without the id of the account `team`, since a request about the own account would end its session. */
const ids = fc.constantFrom('1', '3', '4', '5', '99999', '0', 'x', '%00', '1e3', 'trash', '9999999999')

/** Requests of all operations of a document but the stream of changes, which does not end. */
export function anyRequest(document: ApiDocument): fc.Arbitrary<GeneratedRequest> {
  const all = operationsOf(document).filter(({ path }) => path !== changesPath)
  const isSlow = ({ path, method }: (typeof all)[number]) => method === 'post' && slow.includes(path)
  const operation = fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...all.filter((one) => !isSlow(one))) },
    { weight: 1, arbitrary: fc.constantFrom(...all.filter(isSlow)) },
  )
  return operation.chain(({ path, method, operation: { parameters = [], requestBody } }) => {
    const names = (place: string) =>
      parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
    const values = (place: string, value: fc.Arbitrary<string>) =>
      fc.record(Object.fromEntries(names(place).map((name) => [name, value])), { requiredKeys: [] })
    const properties = Object.keys(jsonOf(requestBody?.content)?.schema.properties ?? {})
    return fc
      .record({
        path: fc
          .array(ids, { minLength: 2, maxLength: 2 })
          .map((found) => path.replaceAll(/\{\w+\}/g, () => found.pop() ?? '')),
        parameters: values('query', anyParameter),
        headers: values('header', fc.constantFrom('"1"', 'W/"2"', '*', 'x', 'one', 'two', 'three')),
        body: requestBody
          ? fc.oneof(
              fc.dictionary(fc.constantFrom('nothing', ...properties), anyValue, { maxKeys: 6 }),
              anyValue.map((value) => JSON.stringify(value)),
            )
          : fc.constant(undefined),
      })
      .map(({ path: filled, parameters: query, headers, body }) => ({
        body,
        // Without requiredKeys, values may be missing.
        headers: headers as Record<string, string>,
        method: method.toUpperCase(),
        path: `${filled}?${queryOf(query)}`,
      }))
  })
}
