/** Sources of profiles of people: a service that reads LinkedIn, or the system's own data. */

/** The person of a profile. */
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

/** A profile fetcher. It may call an external system, so it is never called within a transaction. */
export interface ProfileFetcher {
  /**
   * The profile of a person.
   * @param slug the last part of their LinkedIn address.
   * @throws ApiError 502 or 504 when there is no profile to be had.
   */
  fetch(slug: string, subject: Subject): Promise<ProfileFile>
}
