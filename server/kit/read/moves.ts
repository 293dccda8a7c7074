/** From which record to which one a note, a file or a quote has moved (HIST-6, HIST-7). */
import type { Kysely } from 'kysely'
import { namedBy, sourceOf, type TimelineMove, type TimelineRecord } from '../../../src/contract/history'
import type { Tables } from '../../db/tables'
import { parseObjectId } from '../objectId'
import { allResources, resourceOf } from '../registry'
import type { ServerResource } from '../resource'
import { idsNamed, valuesIn, type Values } from './fieldChanges'
import type { Holder } from './holders'
import { namingRelations, recordName, stateOf } from './names'
import { loadRecords } from './records'

/** What an audit entry of such a record says of where it hangs, before and after. */
interface Audited {
  readonly id: number
  readonly action: string
  readonly before: string | null
  readonly after: string | null
}

export interface Move {
  readonly from: Holder | null
  readonly to: Holder | null
}

const isSame = (one: Holder | null, other: Holder | null): boolean =>
  one?.resource === other?.resource && one?.id === other?.id

type HolderReader = (values: Values) => Holder | null

/** Reads which records the values of notes or files name as the one that they hang on. */
async function ownerReader(db: Kysely<Tables>, { name }: ServerResource): Promise<HolderReader> {
  const models = new Map(
    (await db.selectFrom('content_types').select(['id', 'model']).execute()).map(({ id, model }) => [
      id,
      model,
    ]),
  )
  return ({ object_id, content_type }) => {
    const named = typeof object_id === 'string' ? parseObjectId(object_id) : null
    if (!named) return null
    const type = named.type ?? models.get(Number(content_type)) ?? 'bid'
    const holder = allResources().find(({ cascades }) =>
      cascades.some(({ resource, where }) => resource === name && where?.['owner_type'] === type),
    )
    return holder ? { resource: holder.name, id: named.id } : null
  }
}

/** The fields with what a record hangs on, and how they are read. */
const holderFields = ({ name }: ServerResource) => {
  const [relation] = sourceOf(name)?.by ?? []
  return relation === undefined || sourceOf(name)?.by === 'owner'
    ? { fields: ['object_id', 'content_type'], read: null }
    : {
        fields: [relation],
        read: (values: Values): Holder | null => {
          const [id] = idsNamed(values, relation)
          return id === undefined ? null : { resource: namedBy(name, relation), id }
        },
      }
}

/** The moves among some changes of a resource's records, by the ids of their audit entries. */
export async function movesAmong(
  db: Kysely<Tables>,
  resource: ServerResource,
  rows: readonly Audited[],
): Promise<ReadonlyMap<number, Move>> {
  const { fields, read } = holderFields(resource)
  const changes = rows.flatMap(({ id, action, before, after }) => {
    const [was, is] = [valuesIn(before), valuesIn(after)]
    const isMoved = fields.some((name) => was[name] !== is[name])
    return action === 'update' && isMoved ? [{ id, was, is }] : []
  })
  if (changes.length === 0) return new Map()
  const holderIn = read ?? (await ownerReader(db, resource))
  return new Map(
    changes.flatMap(({ id, was, is }): [number, Move][] => {
      const move = { from: holderIn(was), to: holderIn(is) }
      return isSame(move.from, move.to) ? [] : [[id, move]]
    }),
  )
}

/**
 * The records of some moves as timelines name them, in the order of the moves. Of one that is gone, or that the reader does not
 * see, nothing is told.
 */
export async function namedMoves(db: Kysely<Tables>, moves: readonly Move[]): Promise<TimelineMove[]> {
  const holders = moves.flatMap(({ from, to }) => [from, to]).filter((one) => one !== null)
  const named = new Map<string, TimelineRecord>()
  for (const name of new Set(holders.map((one) => one.resource))) {
    const resource = resourceOf(name)
    const ids = [...new Set(holders.flatMap((one) => (one.resource === name ? one.id : [])))]
    for (const record of await loadRecords(db, resource, ids, namingRelations(resource))) {
      const id = record[resource.contract.idField] as number
      named.set(`${name} ${id}`, {
        resource: name,
        id,
        name: recordName(resource, record),
        state: stateOf(record),
      })
    }
  }
  const recordOf = (one: Holder | null) => (one ? (named.get(`${one.resource} ${one.id}`) ?? null) : null)
  return moves.map(({ from, to }) => ({ from: recordOf(from), to: recordOf(to) }))
}
