/** A request that the page itself made, before the program that wants its answer was there. */
export interface EarlyCall {
  /** Its whole address. */
  url: string
  authorization: string
  /** By the clock of performance.now(), in milliseconds. */
  at: number
  answer: Promise<Response>
  /** Gives the call up. */
  controller: AbortController
  /** The answer has begun to come. */
  isComing: boolean
}

declare global {
  /** Set by the script in the page's head, at most once. */
  var citygateEarlyCall: EarlyCall | undefined
}

/** Whether the answer to that call has begun to come, and nobody has taken it yet. */
export const isEarlyComing = (): boolean => globalThis.citygateEarlyCall?.isComing === true

/** Milliseconds: an answer that nobody wanted for so long is not given for a new one. */
const longestAge = 15_000

/**
 * The answer to the call that the page made ahead, for whoever makes the same first; undefined for any other. Where it
 * failed on its way, the call is made again. Whoever gives theirs up gives up that of the page.
 */
export const takeEarly = (request: Request): Promise<Response> | undefined => {
  const early = globalThis.citygateEarlyCall
  if (!early) return undefined
  const isSame =
    request.method === 'GET' &&
    request.url === early.url &&
    request.headers.get('Authorization') === early.authorization
  // Whatever is written makes what was read before it old.
  if (!isSame && request.method === 'GET') return undefined
  globalThis.citygateEarlyCall = undefined
  if (!isSame || performance.now() - early.at >= longestAge) return undefined
  const { signal } = request
  signal.addEventListener('abort', () => early.controller.abort(signal.reason))
  return early.answer.catch(() => fetch(request))
}
