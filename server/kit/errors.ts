/** An answer that is not a success, thrown from anywhere below a route. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    /** What else the body carries: wrong fields, the current record of a conflict. */
    readonly more: { fields?: Record<string, string>; current?: unknown } = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

/** 400: the body's fields say what is wrong with them. The first one's text is the whole detail, literally. */
export const invalidFields = (fields: Record<string, string>): ApiError => {
  const [detail = 'The request is not valid.'] = Object.values(fields)
  return new ApiError(400, 'invalid', detail, { fields })
}

/** 400: a parameter of the address cannot be used. */
export const invalidParameter = (name: string, why: string): ApiError =>
  new ApiError(400, 'invalid_parameter', `${name}: ${why}`, { fields: { [name]: why } })

/** 429 or 503: later. After how many seconds stands in the detail, in words, and in Retry-After. */
export const notNow = (status: 429 | 503, code: string, why: string, seconds: number): ApiError =>
  new ApiError(
    status,
    code,
    `${why} Try again in ${inWords(seconds)}.`,
    {},
    { 'retry-after': String(seconds) },
  )

/** Too many ask for the same at once (TRUST-25). */
export const busy = (retryAfter: number): ApiError => notNow(503, 'busy', 'The server is busy.', retryAfter)

/** 400: the connection has ended before the request was answered; nobody hears of it. */
export const brokenRequest = (): ApiError => new ApiError(400, 'broken_off', 'The request has broken off.')

const inWords = (seconds: number): string => {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** 404, the same for a record that is absent and one that is hidden (TRUST-10). */
export const notFound = (title = 'Record'): ApiError => new ApiError(404, 'not_found', `${title} not found.`)

/** 401: no session, or one that has ended. */
export const unauthorized = (detail = 'Sign in to continue.'): ApiError =>
  new ApiError(401, 'unauthorized', detail, {}, { 'www-authenticate': 'Bearer' })

/** 409: somebody else has changed the record meanwhile; the answer carries it as it is now. */
export const stale = (title: string, current: unknown): ApiError =>
  new ApiError(409, 'stale_version', `${title} was changed by somebody else meanwhile.`, { current })

/** 409: other records name the one that was to be deleted. */
export const inUse = (title: string): ApiError =>
  new ApiError(409, 'in_use', `${title} is in use and cannot be deleted.`)

/** 409: the record would stand twice, which `why` says by itself; `current` is the one that is there. */
export const duplicate = (field: string, why: string, current?: unknown): ApiError =>
  new ApiError(409, 'duplicate', why, {
    fields: { [field]: why },
    ...(current === undefined ? {} : { current }),
  })
