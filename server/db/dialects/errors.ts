/** What a failed statement means, on both databases. */
import pg from 'pg'
import { reasonOf } from '../lock'

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Why the database refuses, in the words of PostgreSQL where there are some: they tell the operator what to fix. */
export const databaseErrorText = (error: unknown): string =>
  error instanceof pg.DatabaseError ? `${error.message} (${error.code})` : reasonOf(error)

/** A unique index violated by two concurrent writes. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE'].includes(String(codeOf(error)))

/** A deadlock or serialization failure, after which the database has rolled one write back: a retry may succeed. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(String(codeOf(error)))

/** A row to be deleted is referenced by rows of another table. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(String(codeOf(error)))

/** The disk of the database is full; SQLite has a code of its own where the index of its log finds no room to grow. */
export const isFull = (error: unknown): boolean =>
  ['53100', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(String(codeOf(error)))

/** Codes of the network, and of PostgreSQL while it starts, stops, refuses connections or has none left. */
const connectionCodes =
  /^(E(CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|57P0[123]|53300|55000|08...)$/
/** The driver's own errors have no code. */
const connectionTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** Whether a statement failed because the database cannot write now: full, read-only, or broken. */
export const isUnwritable = (error: unknown): boolean =>
  isFull(error) || /^(SQLITE_(READONLY|IOERR|CORRUPT).*|25006|58030)$/.test(String(codeOf(error)))

/** Whether a statement failed because the database cannot be reached now. */
export const isUnreachable = (error: unknown): boolean =>
  connectionCodes.test(String(codeOf(error))) ||
  (error instanceof Error && connectionTexts.test(error.message))

/** Codes of statements that were cancelled, or not begun, because they or others were too slow. */
const lateCodes = /^(57014|SQLITE_BUSY.*)$/

/** Whether a failed statement may succeed later, unchanged. */
export const isTransient = (error: unknown): boolean =>
  isUnreachable(error) || isFull(error) || isConflict(error) || lateCodes.test(String(codeOf(error)))
