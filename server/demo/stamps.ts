import type { Row } from '../../src/contract'
import type { Random } from '../fixtures/random'
import { dayLength, toMoment, type World } from './world'

type Stamps = Pick<Row<'tags'>, 'version' | 'created_by' | 'created_at' | 'modified_by' | 'modified_at'>

/**
 * The author and the last editor of a record, if any.
 * @param since the moment after which it was created; by default a year before today.
 * @param until the moment before which it was created; by default today.
 */
export function stampsOf(
  random: Random,
  { today }: World,
  staff: readonly number[],
  since = today - 365 * dayLength,
  until = today,
): Stamps {
  const created = until - random.integer(1, until - since)
  const author = random.pick(staff)
  const version = random.chance(0.45) ? random.integer(2, 9) : 1
  const changed = version > 1
  const createdAt = toMoment(created)
  return {
    version,
    created_by: author,
    created_at: createdAt,
    modified_by: changed ? random.pick(staff) : author,
    modified_at: changed ? toMoment(random.integer(created + 1, today)) : createdAt,
  }
}

/**
 * Tags and utilities, and then the records that reference them, are created before the year of all other records
 * begins.
 * @param days before today at which that begins.
 */
export const setUpStamps = (random: Random, world: World, staff: readonly number[], days = 399): Stamps =>
  stampsOf(random, world, staff, world.today - days * dayLength, world.today - (days - 16) * dayLength)

/** Organizations, addresses and contacts are created before the tasks and appointments of the past weeks. */
export const addressBookStamps = (random: Random, world: World, staff: readonly number[]): Stamps =>
  stampsOf(random, world, staff, world.today - 365 * dayLength, world.today - 90 * dayLength)

/** The latest creation of several records, for one that references them all. */
export const lastOf = (...records: readonly { created_at: string }[]): number =>
  Math.max(...records.map(({ created_at }) => Date.parse(created_at)))
