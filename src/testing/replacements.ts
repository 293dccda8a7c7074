import { contract, type ResourceName } from '../contract'
import type { Field } from '../contract/fields'
import { requestsTo } from './server'
import type { AnyRow } from './world'

/** The fields that a full update has to send: all that people write and the server keeps, but for lists of relations. */
const writtenIn = (resource: ResourceName) =>
  Object.entries<Field>(contract[resource].fields)
    .filter(
      ([, { kind, readOnly, writeOnly, optionalOnUpdate }]) =>
        kind !== 'many' && !readOnly && !writeOnly && !optionalOnUpdate,
    )
    .map(([name]) => name)

/**
 * What each full update (PUT) of a record that has been sent changes of it. It holds every field that people write: those
 * that are not named here go out as they were.
 * @param before the record as it was
 */
export const replacementsOf = (resource: ResourceName, before: object): Promise<AnyRow[]> => {
  const row = before as AnyRow
  const { path, idField } = contract[resource]
  return Promise.all(
    requestsTo(`${path}${String(row[idField])}/`)
      .filter(({ method, headers }) => method === 'PUT' && headers.get('Content-Type') === 'application/json')
      .map(async (request) => {
        const body = (await request.clone().json()) as AnyRow
        expect(Object.keys(body)).toEqual(expect.arrayContaining(writtenIn(resource)))
        return Object.fromEntries(
          Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(row[name])),
        )
      }),
  )
}
