import type { FetchArgs, QueryReturnValue } from '@reduxjs/toolkit/query'
import type { baseQuery, Meta } from './baseQuery'
import type { ApiError } from './errors'

/** Sends a request within an endpoint of several. */
export type Send = (call: FetchArgs) => ReturnType<typeof baseQuery>

/** Maximum number of attempts against concurrent changes. */
export const maxAttempts = 5

/**
 * Sends an update for a version of its record, and again for the current one, as long as what was changed meanwhile is no
 * matter.
 */
export const sendForVersion = async <R>(
  send: Send,
  call: FetchArgs,
  version: number,
  isNoMatter: (current: Readonly<Record<string, unknown>>) => boolean,
): Promise<QueryReturnValue<R, ApiError, Meta>> => {
  let known = version
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send({ ...call, headers: { 'If-Match': `"${known}"` } })
    const current = answer.error?.code === 'stale_version' ? answer.error.current : undefined
    if (attempt === maxAttempts || !current || !isNoMatter(current))
      return answer as QueryReturnValue<R, ApiError, Meta>
    known = current['version'] as number
  }
}
