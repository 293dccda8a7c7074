/** A request that the page itself made, before the program that wants its answer was there. */
export interface EarlyCall {
  /** Its whole address. */
  url: string
  authorization: string
  /** By the clock of performance.now(), in milliseconds. */
  at: number
  answer: Promise<Response>
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
 * failed on its way, the call is made again.
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
  return isSame && performance.now() - early.at < longestAge
    ? early.answer.catch(() => fetch(request))
    : undefined
}
