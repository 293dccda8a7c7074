/**
 * The time of each filter of the lists, and of pairs of them, beside the unfiltered list in the same turn (VIEW-1): the
 * first time, when matches are counted, and again. BENCH_OPPORTUNITIES sets the size.
 */
import { startProduct } from '../e2e/product'
import { contract } from '../src/contract'
import type { Field } from '../src/contract/fields'
import { filterParametersOf, me, relativeDatesOf, type FilterParameter } from '../src/contract/filters'
import { createTimer, quantile, round } from './asking'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 100_000)
/** Measurements of each case. */
const rounds = 7
/** A case may take so many times as long as the unfiltered list, or so many milliseconds. */
const allowed = { ratio: 1.5, milliseconds: 30 } as const
const lists = ['opportunities', 'bids', 'organizations', 'contacts', 'addresses', 'todos'] as const
/** Pairs differ by one step along the filters, and by several. */
const steps = [1, 5, 9] as const

const filterable = (name: (typeof lists)[number]) =>
  [...filterParametersOf<Field>(contract[name]).values()].filter(({ fieldName }) =>
    contract[name].filterable.some((known) => known === fieldName),
  )

/** A value that many records have, as far as that is known. */
function valueOf({ field, operator }: FilterParameter<Field>): string {
  switch (operator) {
    case 'any':
    case 'all':
      if (field.kind === 'one') return field.to === 'users' ? me : '1'
      return field.kind === 'choice' || field.kind === 'list' ? String(field.options?.[0]) : '1'
    case 'contains':
      return 'en'
    case 'equals':
      return 'Chicago'
    case 'empty':
      return 'true'
    case 'is':
      return relativeDatesOf(field)[2] ?? ''
    case 'from':
    case 'to':
      return field.kind === 'number' || field.kind === 'integer' ? '1000' : '2026-11-01'
  }
}

/** The slowest cases of each list and database, and how many are over what is allowed. */
export async function filters(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) figures.push(...(await measured(seeded)))
  return figures
}

async function measured({ name: database, env }: Seeded): Promise<Figures> {
  const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'silent', ...env })
  try {
    const timed = await createTimer(product.url)
    const figures: Figures = []
    for (const name of lists) {
      const parameters = filterable(name).map((parameter) => `&${parameter.name}=${valueOf(parameter)}`)
      const pairs = steps.flatMap((step) =>
        parameters.map((one, index) => `${one}${parameters[(index + step) % parameters.length]}`),
      )
      const plain = `${contract[name].path}?limit=10`
      const cases = []
      for (const query of [...parameters, ...pairs.filter((pair) => !isDoubled(pair))]) {
        const first = await timed(plain + query)
        const [own, reference]: [number[], number[]] = [[], []]
        for (let count = 0; count < rounds; count++) {
          reference.push(await timed(plain))
          own.push(await timed(plain + query))
        }
        const [again, beside] = [quantile(own, 0.5), quantile(reference, 0.5)]
        cases.push({ query, first, again, beside })
      }
      const isOver = (milliseconds: number, beside: number) =>
        milliseconds > allowed.ratio * beside && milliseconds > allowed.milliseconds
      const slowest = cases.toSorted((one, other) => other.first - one.first)[0]
      figures.push({
        database,
        list: name,
        cases: cases.length,
        'unfiltered ms': round(
          quantile(
            cases.map(({ beside }) => beside),
            0.5,
          ),
        ),
        'first ms, median': round(
          quantile(
            cases.map(({ first }) => first),
            0.5,
          ),
        ),
        'first ms, 95 %': round(
          quantile(
            cases.map(({ first }) => first),
            0.95,
          ),
        ),
        'again ms, median': round(
          quantile(
            cases.map(({ again }) => again),
            0.5,
          ),
        ),
        'again ms, 95 %': round(
          quantile(
            cases.map(({ again }) => again),
            0.95,
          ),
        ),
        'first over': cases.filter(({ first, beside }) => isOver(first, beside)).length,
        'again over': cases.filter(({ again, beside }) => isOver(again, beside)).length,
        slowest: `${slowest?.query.slice(1)} ${round(slowest?.first ?? 0)}`,
      })
    }
    return figures
  } finally {
    await product.stop()
  }
}

/** Whether a pair names one parameter twice. */
const isDoubled = (pair: string): boolean => {
  const names = pair
    .slice(1)
    .split('&')
    .map((part) => part.split('=')[0])
  return new Set(names).size < names.length
}
