import type { Row } from '../../src/contract'
import type { Random } from './random'
import { dayLength, toMoment, type World } from './world'

type Stamps = Pick<Row<'tags'>, 'version' | 'created_by' | 'created_at' | 'modified_by' | 'modified_at'>

/** Who made a record within the past year and who changed it since, if anybody did. */
export function stampsOf(random: Random, { today }: World, staff: readonly number[]): Stamps {
  const created = today - random.integer(1, 365 * dayLength)
  const author = random.pick(staff)
  const version = random.chance(0.45) ? random.integer(2, 9) : 1
  const changed = version > 1
  return {
    version,
    created_by: author,
    created_at: toMoment(created),
    modified_by: changed ? random.pick(staff) : author,
    modified_at: toMoment(changed ? random.integer(created + 1, today) : created),
  }
}
