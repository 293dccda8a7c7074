import type { MailConsent } from '../../contract/mail'

/** The result of a consent request; null where it was refused. */
export type Outcome = MailConsent | null

const channelName = 'citygate:mail-consent'

/**
 * Sends the result to the opener; by BroadcastChannel, since COOP of the mail service may have separated the windows.
 */
export const tellOutcome = (outcome: Outcome): void => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(outcome)
  channel.close()
}

/** Listens for results, until the returned function is called. */
export const hearOutcome = (hear: (outcome: Outcome) => void): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Outcome>) => hear(data)
  return () => channel.close()
}

/** Reads the query with which the mail service returned. */
export const outcomeIn = (search: string): Outcome => {
  const params = new URLSearchParams(search)
  const code = params.get('code')
  const state = params.get('state')
  return code ? { code, ...(state && { state }) } : null
}
