import { useRef } from 'react'
import { asApiError, type ApiError } from '../../../api/errors'
import { idIn } from '../../../api/mutations'
import { useCompleteOpportunityMutation, useCreateOpportunityMutation } from '../../../api/opportunitiesApi'
import type { Input } from '../../../contract'
import { newKey } from '../../../store/newKey'

type Body = Input<'opportunities'>

/** One opportunity that somebody tries to make. */
interface Attempt {
  /** What was sent last. */
  body: Body
  key: string
  /** The opportunity, once it is known that there is one. */
  made?: number
  /** The server has said no: there is none under this key. */
  isRefused?: boolean
}

/** A refusal in the server's own words; anything else may have happened after all. */
const isRefusal = (cause: unknown) => {
  const { status } = asApiError(cause as ApiError) ?? { status: 0 }
  return status >= 400 && status < 500
}

/** What the server takes from the source where a new opportunity says nothing of its own. */
const takenFrom = {
  broker_name: 'source_name',
  broker_fee: 'source_fee',
  sales_annual_volume_manual: 'estimated_annual_volume',
} as const satisfies Partial<Record<keyof Body, keyof Body>>

/** What makes an opportunity that was made of one body the same as one that is made of another. */
const difference = (before: Body, after: Body): Partial<Body> => {
  const names = Object.keys({ ...before, ...after }) as (keyof Body)[]
  const differs = (name: keyof Body) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed = names.filter(differs).map((name) => [name, after[name] ?? null])
  const followed = Object.entries(takenFrom)
    .filter(
      ([name, source]) =>
        after[name as keyof Body] === undefined && (differs(source) || differs(name as keyof Body)),
    )
    .map(([name, source]) => [name, after[source] || null])
  return Object.fromEntries([...changed, ...followed]) as Partial<Body>
}

/**
 * Makes one opportunity, however often it is tried (OPN-5): the same input goes out under the same key. Other input
 * after an answer that got lost first finds out, under the old key, whether the opportunity is there; then it is that
 * one which is brought up to date.
 */
export const useCreation = () => {
  const [create] = useCreateOpportunityMutation()
  const [complete] = useCompleteOpportunityMutation()
  const last = useRef<Attempt | null>(null)

  const send = async (attempt: Attempt): Promise<number> => {
    try {
      attempt.made = idIn(await create({ body: attempt.body, key: attempt.key }).unwrap())
      return attempt.made
    } catch (cause) {
      attempt.isRefused = isRefusal(cause)
      throw cause
    }
  }

  /** The opportunity of an attempt whose answer got lost; null where it has not been made after all. */
  const settled = async (attempt: Attempt): Promise<number | null> => {
    try {
      return attempt.made ?? (await send(attempt))
    } catch (cause) {
      if (attempt.isRefused) return null
      throw cause
    }
  }

  return async (body: Body): Promise<number> => {
    const before = last.current
    if (before && JSON.stringify(before.body) === JSON.stringify(body)) return before.made ?? send(before)
    const id = before && !before.isRefused ? await settled(before) : null
    if (before && id !== null) {
      await complete({ id, body: difference(before.body, body) }).unwrap()
      before.body = body
      return id
    }
    last.current = { body, key: newKey() }
    return send(last.current)
  }
}
