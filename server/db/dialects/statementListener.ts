import type { LogEvent } from 'kysely'

/** Called with each executed statement, for tests and benchmarks. */
export type StatementListener = (text: string, parameters: readonly unknown[]) => void

/** The logging of Kysely to a listener. */
export const logTo = (listener: StatementListener | undefined) =>
  listener
    ? {
        log: ({ query }: LogEvent) => {
          listener(query.sql, query.parameters)
        },
      }
    : {}
