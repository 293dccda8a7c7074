/**
 * Directories through which the provider's own team signs in (AUTH-4, AUTH-6, TRUST-17). Calls to external systems may
 * take long, and are made outside of transactions.
 */
import type { SignUp } from '../../../src/contract/session'

/** The parameters of one sign-in, which its answer must match. */
export interface Flow {
  state: string
  nonce: string
  /** The directory first gets its digest, and itself only with the code (PKCE, RFC 7636). */
  verifier: string
  /** The address to which the directory redirects the browser. */
  redirectUrl: string
}

/** The parameters of the browser's return. */
export interface DirectoryAnswer {
  code: string
  state: string
  /** The issuer, where the directory sends it (RFC 9207). */
  iss: string | null
}

/** A person as known by a directory. Only issuer and subject identify people. */
export interface DirectoryPerson {
  issuer: string
  subject: string
  username: string
  first_name: string | null
  last_name: string | null
  email: string | null
  /** Whether the directory vouches for the email. */
  is_email_verified: boolean
}

export interface Directory {
  /** Its name in the addresses of the sign-in. */
  provider: string
  label: string
  newcomers: SignUp
  /**
   * The address to which the browser of `origin` is sent to sign in.
   * @throws ApiError 502 or 504 where the directory does not answer.
   */
  authorizationUrl(flow: Flow, origin: string): Promise<string>
  /**
   * The person who has signed in.
   * @throws DirectoryError for an answer that cannot be trusted, ApiError 502 or 504 where the directory does not answer.
   */
  identify(answer: DirectoryAnswer, flow: Flow): Promise<DirectoryPerson>
}

/** A refused sign-in; the message is for the log. */
export class DirectoryError extends Error {}
