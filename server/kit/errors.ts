/** An error response, thrown from any level below a route. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    /** Further content of the body: wrong fields, the current record of a conflict. */
    readonly more: { fields?: Record<string, string>; current?: unknown } = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

/** Whether a rule has refused a record, in contrast to a server that could not answer. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500

/** 400 with a text for each wrong field. The text of the first one is the whole detail, literally. */
export const invalidFields = (fields: Record<string, string>): ApiError => {
  const [detail = 'The request is not valid.'] = Object.values(fields)
  return new ApiError(400, 'invalid', detail, { fields })
}

/** 400: a parameter of the address cannot be used. */
export const invalidParameter = (name: string, why: string): ApiError =>
  new ApiError(400, 'invalid_parameter', `${name}: ${why}`, { fields: { [name]: why } })

/** 429 or 503: retry later. The delay in seconds is in the detail, in words, and in Retry-After. */
export const retryLater = (status: 429 | 503, code: string, why: string, seconds: number): ApiError =>
  new ApiError(
    status,
    code,
    `${why} Try again in ${inWords(seconds)}.`,
    {},
    { 'retry-after': String(seconds) },
  )

/** The server is overloaded (TRUST-25). */
export const busy = (retryAfter: number): ApiError =>
  retryLater(503, 'busy', 'The server is busy.', retryAfter)

/** 400: the connection has ended before the request was answered, so that this is never received. */
export const brokenRequest = (): ApiError => new ApiError(400, 'broken_off', 'The request has broken off.')

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : minutes < 120
        ? [minutes, 'minute']
        : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** 404, the same for a record that is absent and one that is hidden (TRUST-10). */
export const notFound = (title = 'Record'): ApiError => new ApiError(404, 'not_found', `${title} not found.`)

/** 401: no session, or an ended one. */
export const unauthorized = (detail = 'Sign in to continue.'): ApiError =>
  new ApiError(401, 'unauthorized', detail, {}, { 'www-authenticate': 'Bearer' })

/** 409: the record was changed by another request; the answer carries its current state. */
export const stale = (title: string, current: unknown): ApiError =>
  new ApiError(409, 'stale_version', `${title} was changed by somebody else meanwhile.`, { current })

/** 428: a whole list cannot be replaced without the version that was read (TRUST-48). */
export const versionRequired = (title: string): ApiError =>
  new ApiError(
    428,
    'version_required',
    `Say on which version of the ${title.toLowerCase()} the list builds, by If-Match or version, or what to add and remove.`,
  )

/** 409: other records reference the one to be deleted; `by` are those known, `current` the first of them. */
export const inUse = (
  title: string,
  by?: { title: string; ids: readonly number[]; current: unknown },
): ApiError => {
  if (!by) return new ApiError(409, 'in_use', `${title} is in use and cannot be deleted.`)
  const { ids, current } = by
  const others = ids.length > 1 ? ` and ${ids.length - 1} more` : ''
  const text = `${title} is in use by ${by.title} ${ids[0]}${others}, and cannot be deleted.`
  return new ApiError(409, 'in_use', text, { current })
}

/** 409: the record belongs to another one that is in the trash. */
export const parentInTrash = (title: string): ApiError =>
  new ApiError(409, 'in_trash', `${title} that it belongs to is in the trash. Restore that first.`)

/** 409: the record would be a duplicate. `why` is a whole sentence; `current` is the existing record. */
export const duplicate = (field: string, why: string, current?: unknown): ApiError =>
  new ApiError(409, 'duplicate', why, {
    fields: { [field]: why },
    ...(current === undefined ? {} : { current }),
  })
