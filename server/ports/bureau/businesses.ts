import { nameBeginnings, nameEndings } from '../../fixtures/names'
import { states } from '../../fixtures/places'
import { Random } from '../../fixtures/random'
import type { Business, BusinessQuery } from '.'
import { endings, streetKinds, streetNames, trades } from './wordLists'

/** Generated businesses for each state and the District of Columbia. */
const businessesPerState = 120
const seed = 1
/** Coprime to the number of name roots, so that a state's businesses all have different ones. */
const rootStride = 303
/** Coprime to the number of nine-digit numbers, so that no two businesses share one. */
const binStride = 146_410_127
const firstBin = 100_000_000
const bins = 900_000_000

const stateCodes = Object.keys(states)
const roots = nameBeginnings.flatMap((beginning) => nameEndings.map((ending) => beginning + ending))

/** All businesses of the built-in registry, the same ones each time. */
export const madeUpBusinesses = (): Business[] =>
  stateCodes.flatMap((state, position) =>
    Array.from({ length: businessesPerState }, (_, offset) =>
      businessAt(state, position * businessesPerState + offset),
    ),
  )

/** A search that finds one of them, by the first word of its name; the others are not made for it. */
export const madeUpQuery = (): BusinessQuery => {
  const { business_name, city, state } = businessAt(stateCodes[0] ?? '', 0)
  const [name = business_name] = business_name.split(' ')
  return { name, city, state }
}

function businessAt(code: string, index: number): Business {
  const state = states[code]
  const root = roots[(index * rootStride) % roots.length]
  if (!state || root === undefined) throw new RangeError(`There is no business ${index} in ${code}.`)
  const random = new Random(seed, 'bureau', index)
  const trade = random.pick(trades)
  return {
    bin: String(firstBin + ((index * binStride) % bins)),
    business_name: `${root} ${trade.name} ${random.pick(endings)}`.trim(),
    street: `${random.integer(1, 9_900)} ${random.pick(streetNames)} ${random.pick(streetKinds)}`,
    city: random.pick(state.cities),
    state: code,
    zip: state.zip + String(random.integer(1, 99)).padStart(2, '0'),
    // Numbers from 555-0100 to 555-0199 are reserved for fiction.
    phone: random.maybe(0.95, `${state.areaCode}-555-01${random.digits(2)}`),
    state_of_incorporation: random.chance(0.6) ? code : 'DE',
    founding_year: random.maybe(0.9, random.integer(1885, 2020)),
    primary_industry: trade.industry,
  }
}
