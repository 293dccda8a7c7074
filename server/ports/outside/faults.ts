import { getSystemErrorName } from 'node:util'
import { ApiError } from '../../kit/errors'

/** A peer's error response, for the adapter that understands it. */
export interface Refusal {
  status: number
  /** The JSON that came with it, or null. */
  body: unknown
  headers: Headers
}

/**
 * A failed external call. Regardless of the peer's answer, the browser gets 502 or 504: a 401 or 403 of a provider
 * would end the user's session (TRUST-26).
 */
export class OutsideError extends ApiError {
  constructor(
    /** The title of the connection. */
    title: string,
    /** In plain words and without secrets, for the connections page. */
    readonly why: string,
    {
      late = false,
      unfit = false,
      refusal = null,
      cause,
    }: { late?: boolean; unfit?: boolean; refusal?: Refusal | null; cause?: unknown } = {},
  ) {
    super(late ? 504 : 502, 'outside_unavailable', `${title} does not answer now. Try again in a moment.`)
    this.isInvalidAnswer = unfit
    this.refusal = refusal
    this.cause = cause
  }

  /** Whether the peer did answer, but unusably: a retry would bring the same. */
  readonly isInvalidAnswer: boolean

  /** Null where there was no answer, or no usable one. */
  readonly refusal: Refusal | null
}

/** An error detected on this side, with a text for users. */
export class Fault extends Error {}

/** An unusable answer of a working peer: too large, or not of the expected form. */
export class InvalidAnswer extends Fault {}

const words: Record<string, string> = {
  ENOTFOUND: 'its name is not known (DNS)',
  EAI_AGAIN: 'its name cannot be looked up now (DNS)',
  ECONNREFUSED: 'it refuses connections',
  EHOSTUNREACH: 'there is no way to it (network)',
  ENETUNREACH: 'there is no way to it (network)',
  ETIMEDOUT: 'it does not accept the connection in time',
  EABORT: 'it does not answer in time',
  ECONNECTION: 'it cannot be connected to',
  UND_ERR_CONNECT_TIMEOUT: 'it does not accept the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it does not answer in time',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'it answers too much',
  UND_ERR_SOCKET: 'it breaks off the connection',
  ECONNRESET: 'it breaks off the connection',
  EPIPE: 'it breaks off the connection',
  EAUTH: 'it does not accept the name and password',
}

const isLateCode = /TIMEDOUT|TIMEOUT/

interface Thrown {
  name?: unknown
  code?: unknown
  errno?: unknown
  cause?: unknown
  errors?: unknown
}

/** An error and its causes, the outermost first. Not all that is thrown is an Error of this realm. */
function* chain(error: unknown): Generator<Thrown> {
  let at = error
  for (let depth = 0; depth < 8 && typeof at === 'object' && at !== null; depth++) {
    const thrown: Thrown = at
    yield thrown
    at = Array.isArray(thrown.errors) ? thrown.errors[0] : thrown.cause
  }
}

const codesOf = (error: unknown): string[] =>
  [...chain(error)].flatMap(({ code, errno }) => [
    // Some libraries give only the number of a system error.
    ...(typeof errno === 'number' && errno < 0 ? [getSystemErrorName(errno)] : []),
    ...(typeof code === 'string' ? [code] : []),
  ])

/** Whether it is a timeout. */
export const isTimeout = (error: unknown): boolean =>
  [...chain(error)].some(({ name }) => name === 'TimeoutError') ||
  codesOf(error).some((code) => isLateCode.test(code))

/** Whether it is an unusable answer. */
export const isInvalidAnswer = (error: unknown): boolean =>
  [...chain(error)].some((at) => at instanceof InvalidAnswer) ||
  codesOf(error).includes('UND_ERR_RES_EXCEEDED_MAX_SIZE')

/** The reason of a failed call. Texts of errors are not used: they may hold addresses, names and keys. */
export function describeFailure(error: unknown): string {
  for (const at of chain(error)) if (at instanceof Fault) return at.message
  if (isTimeout(error) && codesOf(error).length === 0) return 'it does not answer in time'
  const codes = codesOf(error)
  const known = codes.find((code) => code in words)
  if (known !== undefined) return words[known] ?? known
  const [code] = codes
  if (code === undefined) return 'it cannot be asked'
  return /CERT|TLS|SSL|VERIFY|SELF_SIGNED/.test(code)
    ? `its certificate or encryption cannot be trusted (${code})`
    : `it cannot be asked (${code})`
}
