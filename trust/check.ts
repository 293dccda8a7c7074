import { createHash } from 'node:crypto'
import { startProduct, type Product } from '../e2e/product'
import { startProxy, type Fault } from './proxy'

/** Numbers that the same seed gives again, in the same order. */
export interface Random {
  /** A whole number from 0 up to below a limit. */
  below: (limit: number) => number
}

export function randomOf(seed: number): Random {
  let drawn = 0
  return {
    below: (limit) =>
      createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() % Math.max(1, limit),
  }
}

/** What a check is given. */
export interface Setting {
  /** The database and files of its own product, as configuration. */
  env: Readonly<Record<string, string>>
  seed: number
  random: Random
  /** Whether its time is not over; each check does at least one round. */
  hasTime: () => boolean
  /** The number of requests of a check that counts them. */
  requests: number
  /** What goes wrong between the check and the product, to show that the check notices. */
  fault: Fault | null
  /** Starts the product, where several rounds share one; left out: each starts its own. */
  start?: typeof startProduct
}

/** What a check saw. */
export interface Outcome {
  rounds: number
  operations: number
  /** What must not be, as sentences. */
  faults: string[]
  /** Why it could not run on this machine. */
  skipped?: string
}

export type CheckName =
  | 'kill -9'
  | 'full disk'
  | 'cut connections'
  | 'clock jumps'
  | 'duplicates'
  | 'concurrent edits'
  | 'generated requests'
  | 'hostile texts'

export interface Check {
  name: CheckName
  run: (setting: Setting) => Promise<Outcome>
}

export const newOutcome = (): Outcome => ({ rounds: 0, operations: 0, faults: [] })

/** The product under a check, and the address at which the check asks for it. */
export interface Subject {
  product: Product
  url: string
}

/** Starts a product for a check, behind the fault where one is planted, and stops it after the work. */
export async function withProduct(
  { env, fault, start = startProduct }: Setting,
  work: (subject: Subject) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
  command?: string[],
): Promise<void> {
  const product = await start({ ...env, ...more }, command)
  const proxy = fault && (await startProxy(product.url, fault))
  try {
    await work({ product, url: proxy?.url ?? product.url })
  } finally {
    await proxy?.close()
    await product.stop()
  }
}
