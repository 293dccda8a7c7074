import type Database from 'libsql'
import Background from 'libsql/promise'
import { createWriteQueue } from '../../writeQueue'

/** Milliseconds after which no transaction is added to a group. */
const maxGroupTime = 15

type Handle = InstanceType<typeof Database>

/**
 * Runs statements of a handle on a thread of the driver, so that only users of the same handle wait for the disk
 * (TRUST-23): the driver has these calls for handles of another class, which are the same inside.
 */
async function execOnDriverThread(handle: Handle, statements: string): Promise<void> {
  await Background.prototype.exec.call(handle, statements)
}

/** The transaction that currently uses the handle. */
export interface Transaction {
  /** @returns once all its changes are on the disk. */
  commit(): Promise<void>
  /** @returns once earlier transactions are on the disk: the reason of the rollback may be one of their changes. */
  rollback(): Promise<void>
}

/** Transactions committed together: each is a savepoint, so that one can be rolled back alone. */
interface Group {
  startedAt: number
  /** Why the database has rolled all of it back. */
  rollbackCause?: Error
  waiting: { resolve: () => void; reject: (error: unknown) => void }[]
}

/**
 * The transactions of one handle, one after the other, with group commit. Writing a commit to the disk takes far
 * longer than most transactions; those queued meanwhile are committed together, and each returns after that. If the
 * commit fails, or the database rolls everything back because its disk is full, all of them fail.
 */
export class TransactionQueue {
  readonly #handle: Handle
  readonly #groupSize: number
  readonly #turns = createWriteQueue()
  #group: Group | null = null
  /** How many are queued. */
  #queued = 0

  /** @param groupSize transactions of a group at most. */
  constructor(handle: Handle, groupSize: number) {
    this.#handle = handle
    this.#groupSize = groupSize
  }

  /** Waits for the handle, and begins. */
  async begin(): Promise<Transaction> {
    const release = await this.#waitForTurn()
    let group: Group
    try {
      group = this.#group ??= this.#beginGroup()
      this.#handle.exec('savepoint one')
    } catch (error) {
      this.#rollBackGroup(error)
      await this.#commitGroup()
      release()
      throw error
    }
    const end = (statements: string): Promise<void> =>
      new Promise((resolve, reject) => {
        group.waiting.push({ resolve, reject })
        void this.#endTransaction(statements, release)
      })
    return {
      commit: () => end('release one'),
      rollback: () => end('rollback to one; release one').catch(() => undefined),
    }
  }

  /** Runs one statement in a transaction of its own. */
  async runInTransaction<T>(work: () => T): Promise<T> {
    const transaction = await this.begin()
    let result: T
    try {
      result = this.runStatement(work)
    } catch (error) {
      await transaction.rollback()
      throw error
    }
    await transaction.commit()
    return result
  }

  /** Runs one statement outside of transactions, as some require, once the handle is free. */
  async runOutsideTransactions<T>(work: () => T): Promise<T> {
    const release = await this.#waitForTurn()
    try {
      await this.#commitGroup()
      return work()
    } finally {
      release()
    }
  }

  /**
   * Runs a statement of the current transaction. When its disk is full, the database rolls everything back by itself;
   * later statements would be outside of any transaction.
   */
  runStatement<T>(work: () => T): T {
    if (this.#group?.rollbackCause) throw this.#group.rollbackCause
    try {
      return work()
    } catch (error) {
      if (!this.#handle.inTransaction) this.#rollBackGroup(error)
      throw error
    }
  }

  /**
   * Rolls the whole group back: its commit has failed, or one of its savepoints. Search indexes are written as a
   * savepoint is made and released, so that these fail as well where the disk is full.
   */
  #rollBackGroup(error: unknown): void {
    if (!this.#group) return
    this.#group.rollbackCause ??= error instanceof Error ? error : new Error(String(error))
    try {
      if (this.#handle.inTransaction) this.#handle.exec('rollback')
    } catch {
      // The next transaction fails to begin, and reports the cause.
    }
  }

  async #waitForTurn(): Promise<() => void> {
    this.#queued++
    const release = await this.#turns.enter()
    this.#queued--
    return release
  }

  #beginGroup(): Group {
    // Immediate, since a command may write beside the server: a transaction that began with a read could not become a
    // write after that.
    this.#handle.exec('begin immediate')
    return { startedAt: performance.now(), waiting: [] }
  }

  /**
   * Ends a transaction, and lets the next one begin: in the same group while it has space, else after its commit.
   * @param statements that end it.
   */
  async #endTransaction(statements: string, release: () => void): Promise<void> {
    const group = this.#group
    const continuesGroup =
      group &&
      this.#queued > 0 &&
      group.rollbackCause === undefined &&
      group.waiting.length < this.#groupSize &&
      performance.now() - group.startedAt < maxGroupTime
    try {
      if (continuesGroup) this.#handle.exec(statements)
      else await this.#commitGroup(statements)
    } catch (error) {
      this.#rollBackGroup(error)
      await this.#commitGroup()
    } finally {
      release()
    }
  }

  /**
   * @param last the statements that end the last transaction of the group; they may take as long as the commit, where
   *   many searched texts have changed.
   */
  async #commitGroup(...last: string[]): Promise<void> {
    const group = this.#group
    if (!group) return
    if (group.rollbackCause === undefined)
      try {
        await execOnDriverThread(this.#handle, [...last, 'commit'].join('; '))
      } catch (error) {
        this.#rollBackGroup(error)
      }
    this.#group = null
    for (const { resolve, reject } of group.waiting)
      if (group.rollbackCause === undefined) resolve()
      else reject(group.rollbackCause)
  }
}
