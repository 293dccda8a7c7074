import { fieldOf, type ResourceName } from '../../contract'
import { inUnitsOf, isSameUnit, unitFieldOf } from '../../contract/quantities'
import type { RecordFieldMeta } from './fieldMeta'

type Values = Readonly<Record<string, unknown>>

/** The merge of two changes of one record, field by field in form values. */
export interface Merged {
  /** The fields with a concurrent change, in the form's order; a number that was only converted is unchanged. */
  theirs: string[]
  /** Of those, the fields changed here to another value: they need a choice. */
  collisions: string[]
  /** Whether both sides changed what belongs together, such as a street and its city: the result has to be reviewed. */
  isRelated: boolean
  /** The numbers changed on either side whose sides are in different units: one of them is converted. */
  converted: string[]
  /** Relation lists changed on both sides, with the additions and without the removals of either. */
  lists: Readonly<Record<string, number[]>>
}

/** Fields that are only meaningful together. */
const groups: readonly (readonly string[])[] = [
  ['address_street', 'city', 'zip_code', 'state'],
  ['start', 'end', 'all_day'],
  ['start_time', 'end_time'],
]

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const mergeLists = (was: readonly number[], theirs: readonly number[], mine: readonly number[]): number[] => {
  const removed = was.filter((id) => !mine.includes(id))
  const added = mine.filter((id) => !was.includes(id) && !theirs.includes(id))
  return [...theirs.filter((id) => !removed.includes(id)), ...added]
}

/** Merges two changes based on the same version of a record. */
export const mergeChanges = <N extends ResourceName>(
  { resource }: RecordFieldMeta<N>,
  was: Values,
  theirs: Values,
  mine: Values,
): Merged => {
  /** Compares numbers in one unit. */
  const differing = (one: Values, other: Values): string[] => {
    const there = inUnitsOf(resource, other, one)
    return Object.keys(one).filter((name) => !isSame(one[name], there[name]))
  }
  const theirNames = differing(theirs, was)
  const myNames = differing(mine, was)
  const apart = differing(theirs, mine)
  const both = theirNames.filter((name) => myNames.includes(name) && apart.includes(name))
  const isMany = (name: string) => fieldOf(resource, name).kind === 'many'
  const isConverted = (name: string) => !isSameUnit(resource, name, theirs, mine)
  /** A number depends on its unit. */
  const isTogether = (one: string, other: string) =>
    groups.some((group) => group.includes(one) && group.includes(other)) ||
    [
      [one, other],
      [other, one],
    ].some(([unit, number = '']) => unitFieldOf(resource, number) === unit && isConverted(number))
  return {
    theirs: theirNames,
    collisions: both.filter((name) => !isMany(name)),
    isRelated: theirNames.some((one) =>
      myNames.some(
        (other) => one !== other && isTogether(one, other) && (apart.includes(one) || apart.includes(other)),
      ),
    ),
    converted: Object.keys(theirs).filter(
      (name) => isConverted(name) && (theirNames.includes(name) || myNames.includes(name)),
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
