import { asApiError, type ApiError } from '../../api/kit/errors'
import type { Found } from '../../api/kit/baseQuery'
import { idIn, type Change, type Creation } from '../../api/kit/mutations'
import type { Input, ResourceName } from '../../contract'
import { newKey } from '../../store/newKey'
import { useAttempt } from '../../ui/form/useAttempt'

/** A call that was sent; its promise rejects with the ApiError of a refusal. */
export interface Sent<T = unknown> {
  unwrap: () => Promise<T>
}

type Create<N extends ResourceName> = (creation: Creation<N>) => Sent<Found>

/** Makes a record of a body by such a call, once however often it is tried, and resolves with its id. */
export type MakeOnce<N extends ResourceName> = (create: Create<N>, body: Input<N>) => Promise<number>

interface CreationOptions<N extends ResourceName> {
  resource: N
  /** Of the form that makes it. */
  draft: string
  /** Brings a record up to date that is there already, made of what had been typed before. */
  complete: (change: Change<N>) => Sent
  /** What makes a record that was made of one body the same as one that is made of another. */
  difference?: (before: Input<N>, after: Input<N>) => Partial<Input<N>>
}

/** One record that somebody tries to make. */
interface Attempt<N extends ResourceName> {
  /** What was sent last. */
  body: Input<N>
  key: string
  /** The record, once it is known that there is one. */
  made?: number
  /** The server has said no: there is none under this key. */
  isRefused?: boolean
}

/** A refusal in the server's own words; anything else may have happened after all, or is happening still. */
const isRefusal = (cause: unknown) => {
  const { status, code } = asApiError(cause as ApiError) ?? { status: 0 }
  return status >= 400 && status < 500 && code !== 'in_progress'
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields in which a body differs from an older one; null for what it says nothing of any more. */
export const bodyDifference = <B extends object>(before: B, after: B): Partial<B> => {
  const names = Object.keys({ ...before, ...after }) as (keyof B)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name] ?? null]),
  ) as Partial<B>
}

/**
 * Makes one record, however often it is tried: the same input goes out under the same key (TRUST-28). Other input after
 * an answer that got lost first finds out, under the old key, whether the record is there; then it is that one which is
 * brought up to date.
 */
export const useCreation = <N extends ResourceName>({
  resource,
  draft,
  complete,
  difference = bodyDifference,
}: CreationOptions<N>): MakeOnce<N> => {
  const { last, keep } = useAttempt<Attempt<N>>(draft, resource)

  const send = async (create: Create<N>, attempt: Attempt<N>): Promise<number> => {
    try {
      const made = idIn(await create({ body: attempt.body, key: attempt.key }).unwrap())
      keep({ ...attempt, made })
      return made
    } catch (cause) {
      keep({ ...attempt, isRefused: isRefusal(cause) })
      throw cause
    }
  }

  /** The record of an attempt whose answer got lost; null where it has not been made after all. */
  const settled = async (create: Create<N>, attempt: Attempt<N>): Promise<number | null> => {
    try {
      return attempt.made ?? (await send(create, attempt))
    } catch (cause) {
      if (isRefusal(cause)) return null
      throw cause
    }
  }

  return async (create, body) => {
    const before = last()
    if (before && isSame(before.body, body)) return before.made ?? send(create, before)
    const id = before && !before.isRefused ? await settled(create, before) : null
    if (before && id !== null) {
      await complete({ id, body: difference(before.body, body) }).unwrap()
      keep({ ...before, body, made: id })
      return id
    }
    const attempt = { body, key: newKey() }
    keep(attempt)
    return send(create, attempt)
  }
}
