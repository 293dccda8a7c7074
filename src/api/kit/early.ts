/** A prefetch by the page, started before the application's code was loaded. */
export interface EarlyCall {
  /** The full address. */
  url: string
  authorization: string
  /** performance.now() in milliseconds. */
  at: number
  answer: Promise<Response>
  /** Aborts the call. */
  controller: AbortController
  /** The response has started. */
  isComing: boolean
}

declare global {
  /** Set by the script in the page's head, at most once. */
  var citygateEarlyCall: EarlyCall | undefined
}

/** Whether the prefetch's response has started and is not consumed yet. */
export const isEarlyComing = (): boolean => globalThis.citygateEarlyCall?.isComing === true

/** Milliseconds: an older response is not used. */
const longestAge = 15_000

/**
 * The response of the page's prefetch, for the first equal request; undefined for any other. After a network failure
 * the request is sent again. Aborting the request aborts the prefetch.
 */
export const takeEarly = (request: Request): Promise<Response> | undefined => {
  const early = globalThis.citygateEarlyCall
  if (!early) return undefined
  const isSame =
    request.method === 'GET' &&
    request.url === early.url &&
    request.headers.get('Authorization') === early.authorization
  // Any write makes an earlier read stale.
  if (!isSame && request.method === 'GET') return undefined
  globalThis.citygateEarlyCall = undefined
  if (!isSame || performance.now() - early.at >= longestAge) return undefined
  const { signal } = request
  signal.addEventListener('abort', () => early.controller.abort(signal.reason))
  return early.answer.catch(() => fetch(request))
}
