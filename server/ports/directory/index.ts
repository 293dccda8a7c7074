/**
 * Directories that the provider's own team signs in through (AUTH-4, AUTH-6, TRUST-17). Whatever asks somebody else
 * may take a while, and happens outside every transaction.
 */
import type { SignUp } from '../../../src/contract/session'

/** What one sign-in has been begun with; its answer has to fit. */
export interface Flow {
  state: string
  nonce: string
  /** Whose digest the directory gets first, and itself only with the code (PKCE, RFC 7636). */
  verifier: string
  /** Where the directory sends the browser back to. */
  redirectUrl: string
}

/** What the browser brings back. */
export interface DirectoryAnswer {
  code: string
  state: string
  /** By which directory, where that says so (RFC 9207). */
  iss: string | null
}

/** Somebody as a directory knows them. Only issuer and subject tell people apart. */
export interface DirectoryPerson {
  issuer: string
  subject: string
  username: string
  first_name: string | null
  last_name: string | null
  email: string | null
}

export interface Directory {
  /** In the addresses of its sign-in. */
  provider: string
  label: string
  newcomers: SignUp
  /**
   * Where the browser of `origin` goes to sign in.
   * @throws ApiError 502 or 504 where the directory does not answer.
   */
  authorizationUrl(flow: Flow, origin: string): Promise<string>
  /**
   * Who has signed in.
   * @throws Refused for an answer that cannot be believed, ApiError 502 or 504 where the directory does not answer.
   */
  identify(answer: DirectoryAnswer, flow: Flow): Promise<DirectoryPerson>
}

/** Nobody is signed in by this answer; the message is for the log. */
export class Refused extends Error {}
