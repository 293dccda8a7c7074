/** Bodies of answers that all resources have in common. */

/** The duplicates by one criterion. */
export interface DuplicateMatch<By extends string = string> {
  by: By
  /** Number of duplicates. */
  count: number
  /** The first of them. */
  ids: number[]
}

/** Maximum number of duplicates listed by id. */
export const maxDuplicateIds = 3

/** The answer of `{path}duplicates/`: the matches, and each of their records once. */
export interface DuplicatesAnswer<Record> extends ListAnswer<Record> {
  matches: DuplicateMatch[]
}

/** The answer of every list. */
export interface ListAnswer<Row> {
  /** Number of all matching records, on all pages. */
  count: number
  results: Row[]
}

/** The body of every answer that is not a success. */
export interface ErrorAnswer {
  /** Error message for people. */
  detail: string
  /** Error code for programs. */
  code: string
  /** Error messages by field of the request. */
  fields?: Record<string, string>
  /** The current record, where the request was refused because of it. */
  current?: Readonly<Record<string, unknown>>
  /** Identifies the request in the server's log. */
  request_id: string
}
