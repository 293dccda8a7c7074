import { asApiError, type ApiError } from '../../api/kit/errors'
import type { NormalizedResult } from '../../api/kit/baseQuery'
import { idIn, type Update, type Creation } from '../../api/kit/mutations'
import { useAppSelector } from '../../api/kit/hooks'
import { contract, type Input, type ResourceName } from '../../contract'
import type { Fields } from '../../contract/fields'
import { selectAttempt } from '../../store/drafts'
import { randomKey } from '../../store/session'
import { useCreationAttempt } from '../../ui/form/useCreationAttempt'
import { useDraftName } from '../../ui/form/useDraftName'

/** A pending call; its promise rejects with the ApiError of a refusal. */
export interface Sent<T = unknown> {
  unwrap: () => Promise<T>
}

type Create<N extends ResourceName> = (creation: Creation<N>) => Sent<NormalizedResult>

/** Creates a record, once in spite of repeated attempts, and resolves with its id. */
export type CreateOnce<N extends ResourceName> = (create: Create<N>, body: Input<N>) => Promise<number>

interface CreationOptions<N extends ResourceName> {
  resource: N
  /** Name of the form's draft. */
  draft: string
  /** Updates the existing record that was created from earlier input. */
  complete: (change: Update<N>) => Sent
  /** The changes that turn a record created from one body into that of another. */
  difference?: (before: Input<N>, after: Input<N>) => Partial<Input<N>>
}

/** An attempt to create a record. */
interface Attempt<N extends ResourceName> {
  /** The body sent last. */
  body: Input<N>
  key: string
  /** The record's id, once its creation is known. */
  made?: number
  /** Number of updates since the creation, and so the version except for concurrent changes. */
  completed?: number
  /** The server has refused: no record exists under this key. */
  isRefused?: boolean
}

/** A refusal by the server; after any other failure the request may have succeeded, or be still running. */
const isRefusal = (cause: unknown) => {
  const { status, code } = asApiError(cause as ApiError) ?? { status: 0 }
  return status >= 400 && status < 500 && code !== 'in_progress'
}

/** Relation lists are only replaced for the version that they are based on (TRUST-48). */
const holdsList = (resource: ResourceName, body: object) =>
  Object.keys(body).some((name) => (contract[resource].fields as Fields)[name]?.kind === 'many')

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields in which a body differs from an older one; null for omitted ones. */
export const bodyDifference = <B extends object>(before: B, after: B): Partial<B> => {
  const names = Object.keys({ ...before, ...after }) as (keyof B)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name] ?? null]),
  ) as Partial<B>
}

/**
 * Creates one record in spite of repeated attempts: equal input is sent with the same idempotency key (TRUST-28). After
 * a lost answer, changed input first finds out with the old key whether the record exists; then that record is updated.
 */
export const useCreation = <N extends ResourceName>({
  resource,
  draft,
  complete,
  difference = bodyDifference,
}: CreationOptions<N>): CreateOnce<N> => {
  const { last, keep } = useCreationAttempt<Attempt<N>>(draft, resource)

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

  /** The record of an attempt whose answer was lost; null where it was not created. */
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
      const { completed = 0 } = before
      const changed = difference(before.body, body)
      const version = holdsList(resource, changed) ? { version: completed + 1 } : {}
      await complete({ id, body: changed, ...version }).unwrap()
      keep({ ...before, body, made: id, completed: completed + 1 })
      return id
    }
    const attempt = { body, key: randomKey() }
    keep(attempt)
    return send(create, attempt)
  }
}

/** The id of the record that an earlier attempt has created, by the form's draft; undefined where none is known. */
export const useCreated = (resource: ResourceName, draft: string): number | undefined => {
  const name = useDraftName(draft)
  return useAppSelector(
    ({ drafts }) =>
      (selectAttempt(drafts, name, resource) as Partial<Attempt<ResourceName>> | undefined)?.made,
  )
}
