import { fieldOf, type ResourceName } from '../../contract'
import type { RecordFieldMeta } from './fieldMeta'

type Values = Readonly<Record<string, unknown>>

/** The merge of two changes of one record, field by field in form values. */
export interface Merged {
  /** The fields with a concurrent change, in the form's order. */
  theirs: string[]
  /** Of those, the fields changed here to another value: they need a choice. */
  collisions: string[]
  /** Whether both sides changed parts of one unit, such as a street and its city: the result has to be reviewed. */
  isRelated: boolean
  /** Relation lists changed on both sides, with the additions and without the removals of either. */
  lists: Readonly<Record<string, number[]>>
}

/** The fields with the unit of a record's numbers. */
const unitFields: readonly string[] = ['volume_unit', 'dekatherms']

/** Fields that are only meaningful together. */
const groups: readonly (readonly string[])[] = [
  ['address_street', 'city', 'zip_code', 'state'],
  ['start', 'end', 'all_day'],
  ['start_time', 'end_time'],
]

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const differing = (one: Values, other: Values): string[] =>
  Object.keys(one).filter((name) => !isSame(one[name], other[name]))

const mergeLists = (was: readonly number[], theirs: readonly number[], mine: readonly number[]): number[] => {
  const removed = was.filter((id) => !mine.includes(id))
  const added = mine.filter((id) => !was.includes(id) && !theirs.includes(id))
  return [...theirs.filter((id) => !removed.includes(id)), ...added]
}

/** Merges two changes based on the same version of a record. */
export const mergeChanges = <N extends ResourceName>(
  { resource, fieldMeta }: RecordFieldMeta<N>,
  was: Values,
  theirs: Values,
  mine: Values,
): Merged => {
  const theirNames = differing(theirs, was)
  const myNames = differing(mine, was)
  const both = theirNames.filter((name) => myNames.includes(name) && !isSame(theirs[name], mine[name]))
  const isMany = (name: string) => fieldOf(resource, name).kind === 'many'
  const hasUnit = (name: string) =>
    (fieldMeta as Readonly<Record<string, { unit?: unknown } | undefined>>)[name]?.unit !== undefined
  /** A number depends on its unit. */
  const isTogether = (one: string, other: string) =>
    groups.some((group) => group.includes(one) && group.includes(other)) ||
    (unitFields.includes(one) && hasUnit(other)) ||
    (hasUnit(one) && unitFields.includes(other))
  return {
    theirs: theirNames,
    collisions: both.filter((name) => !isMany(name)),
    isRelated: theirNames.some((one) =>
      myNames.some(
        (other) =>
          one !== other &&
          isTogether(one, other) &&
          !(isSame(theirs[one], mine[one]) && isSame(theirs[other], mine[other])),
      ),
    ),
    lists: Object.fromEntries(
      both
        .filter(isMany)
        .map((name) => [
          name,
          mergeLists(was[name] as number[], theirs[name] as number[], mine[name] as number[]),
        ]),
    ),
  }
}
