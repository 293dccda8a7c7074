import type { Row } from '../../src/contract'
import type { Random } from '../invented/random'
import { dayLength, toMoment, type World } from './world'

type Stamps = Pick<Row<'tags'>, 'version' | 'created_by' | 'created_at' | 'modified_by' | 'modified_at'>

/**
 * Who made a record and who changed it since, if anybody did.
 * @param since the moment after which it was made; without one, within the past year.
 * @param until the moment before which it was made; without one, today.
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
 * Tags and utilities, and then what refers to them, are entered before the year of everything else begins.
 * @param days before today, from which on they are.
 */
export const setUpStamps = (random: Random, world: World, staff: readonly number[], days = 399): Stamps =>
  stampsOf(random, world, staff, world.today - days * dayLength, world.today - (days - 16) * dayLength)

/** Organizations, addresses and contacts are there before the tasks and appointments of the past weeks. */
export const addressBookStamps = (random: Random, world: World, staff: readonly number[]): Stamps =>
  stampsOf(random, world, staff, world.today - 365 * dayLength, world.today - 90 * dayLength)

/** When the last of records was made, for one that names them all. */
export const lastOf = (...records: readonly { created_at: string }[]): number =>
  Math.max(...records.map(({ created_at }) => Date.parse(created_at)))
