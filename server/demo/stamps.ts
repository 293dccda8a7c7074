import type { Row } from '../../src/contract'
import type { Random } from '../invented/random'
import { dayLength, toMoment, type World } from './world'

type Stamps = Pick<Row<'tags'>, 'version' | 'created_by' | 'created_at' | 'modified_by' | 'modified_at'>

/**
 * Who made a record and who changed it since, if anybody did.
 * @param since the moment after which it was made; without one, within the past year.
 */
export function stampsOf(
  random: Random,
  { today }: World,
  staff: readonly number[],
  since = today - 365 * dayLength,
): Stamps {
  const created = today - random.integer(1, today - since)
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
