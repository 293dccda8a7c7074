/** Passkeys of the browser. Loaded when one is used: pages before that do without the library. */
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** Makes a passkey. @returns the browser's answer as JSON text. @throws Error with a text for the user. */
export const makePasskey = async (options: object): Promise<string> => {
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
    return JSON.stringify(await startRegistration({ optionsJSON }))
  } catch (error) {
    const isKnown = nameOf(error) === 'InvalidStateError'
    throw new Error(
      isKnown
        ? 'This device holds a passkey of your account already.'
        : 'The browser has made no passkey. Try again.',
      { cause: error },
    )
  }
}

const cancel = () => WebAuthnAbortService.cancelCeremony()

/**
 * Proves a passkey. @returns the browser's answer as JSON text. @throws Error with a text for the user.
 * @param signal ends what the browser asks, where its answer is no longer wanted
 */
export const provePasskey = async (options: object, signal: AbortSignal): Promise<string> => {
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel, { once: true })
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
    return JSON.stringify(await startAuthentication({ optionsJSON }))
  } catch (error) {
    throw new Error('No passkey was used. Try again, or sign in another way.', { cause: error })
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
