import type { MailConsent } from '../../api/mailApi'

/** What came of asking for consent; null where it was refused. */
export type Outcome = MailConsent | null

const channelName = 'citygate:mail-consent'

/** Tells the window that asked; a message rather than a call, since the mail service may have cut the two apart. */
export const tellOutcome = (outcome: Outcome): void => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(outcome)
  channel.close()
}

/** Hears what comes of asking, until the function that it answers with is called. */
export const hearOutcome = (hear: (outcome: Outcome) => void): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Outcome>) => hear(data)
  return () => channel.close()
}

/** Reads what the mail service wrote behind the address to which it sent the browser back. */
export const outcomeIn = (search: string): Outcome => {
  const params = new URLSearchParams(search)
  const code = params.get('code')
  const state = params.get('state')
  return code ? { code, ...(state && { state }) } : null
}
