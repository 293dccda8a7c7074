import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Fault, InvalidAnswer } from './faults'

/** No expected answer is deeper; code that walks through an answer must not overflow the stack. */
const maxDepth = 32

/** @throws Fault for what is not JSON, or InvalidAnswer for what is nested too deeply. */
export async function readJson(answer: Response): Promise<unknown> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(answer.headers.get('content-type') ?? ''))
    throw new Fault('its answer is not JSON')
  let value: unknown
  try {
    value = JSON.parse(await answer.text())
  } catch {
    throw new Fault('its answer is broken JSON')
  }
  if (!isShallow(value)) throw new InvalidAnswer('its answer is nested too deeply')
  return value
}

/** @throws InvalidAnswer for JSON of another form. */
export function fitting<T extends TSchema>(schema: T, value: unknown): Static<T> {
  if (Value.Check(schema, value)) return value
  const where = Value.Errors(schema, value).First()?.path
  throw new InvalidAnswer(`its answer is not what was agreed upon${where ? ` (${where})` : ''}`)
}

/** Iterates by level, as recursion would overflow on the depth it looks for. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false
    level = level.flatMap((at): unknown[] => (typeof at === 'object' && at !== null ? Object.values(at) : []))
  }
  return true
}
