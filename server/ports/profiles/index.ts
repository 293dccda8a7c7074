/** Where profiles of people come from: a service that reads LinkedIn, or what this system knows by itself. */

/** Whom a profile is about. */
export interface Subject {
  contactId: number
  name: string
  jobTitle: string | null
  organizations: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
}

/** A profile as a file. */
export interface ProfileFile {
  content: Buffer
  filename: string
}

/** A profile fetcher. It may ask elsewhere, so it is never called within a transaction. */
export interface ProfileFetcher {
  /**
   * The profile of somebody.
   * @param slug the last part of their LinkedIn address.
   * @throws ApiError 502 or 504 when there is no profile to be had.
   */
  fetch(slug: string, subject: Subject): Promise<ProfileFile>
}
