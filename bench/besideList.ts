/** The time of requests at a size, each beside the plain list of opportunities in the same turn (GAS-8). */
import { startProduct } from '../e2e/product'
import { contract } from '../src/contract'
import { createTimer, quantile, round } from './asking'
import type { Figures } from './figures'
import type { Seeded } from './seeded'

/** Measurements of each case, and requests before them by which its code is compiled. */
const rounds = 20
const warmUps = 60
/** A case may take so many times as long as the list of opportunities, or so many milliseconds. */
const allowed = { ratio: 1.5, milliseconds: 30 } as const

/** What the page of opportunities asks for. */
export const plainList = `${contract.opportunities.path}?limit=10&expand=created_by,modified_by,tags`

/**
 * Milliseconds of each case, by its name, beside those of the plain list.
 * @param limits milliseconds that a case may take, in place of the usual.
 */
export async function besideList(
  { name: database, env }: Seeded,
  cases: Readonly<Record<string, string>>,
  limits: Readonly<Record<string, number>> = {},
): Promise<Figures> {
  const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'silent', ...env })
  try {
    const timed = await createTimer(product.url)
    const figures: Figures = []
    for (const [name, address] of Object.entries(cases)) {
      const first = await timed(address)
      for (let count = 0; count < warmUps; count++) await timed(address)
      const [own, reference]: [number[], number[]] = [[], []]
      for (let count = 0; count < rounds; count++) {
        reference.push(await timed(plainList))
        own.push(await timed(address))
      }
      const [milliseconds, beside] = [quantile(own, 0.5), quantile(reference, 0.5)]
      const ratio = milliseconds / beside
      const limit = limits[name]
      const isAllowed =
        limit === undefined
          ? ratio <= allowed.ratio || milliseconds <= allowed.milliseconds
          : milliseconds <= limit
      figures.push({
        database,
        case: name,
        'first ms': round(first),
        ms: round(milliseconds),
        'opportunities ms': round(beside),
        ratio: Math.round(ratio * 100) / 100,
        allowed: isAllowed ? 'yes' : 'no',
      })
    }
    return figures
  } finally {
    await product.stop()
  }
}
