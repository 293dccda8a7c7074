import type Database from 'libsql'
import Background from 'libsql/promise'
import { createQueue } from './queue'

/** So many transactions are committed at once, at most, and none begins after so many milliseconds. */
const most = 32
const longest = 15

type Handle = InstanceType<typeof Database>

/**
 * Runs statements of a handle on a thread of the driver's, so that nobody waits for the disk (TRUST-23) but whoever
 * wants the same handle: the driver has these calls for handles of another class, which are the same inside.
 */
async function beside(handle: Handle, statements: string): Promise<void> {
  await Background.prototype.exec.call(handle, statements)
}

/** A transaction that has its turn. */
export interface Transaction {
  /** @returns once everything is on the disk. */
  commit(): Promise<void>
  /** @returns once what was written before it is on the disk: what it was refused for may be that. */
  rollback(): Promise<void>
}

/** What is committed at once: each transaction in it is a savepoint, so that one can be undone without the others. */
interface Group {
  since: number
  /** Why the database has undone all of it. */
  lost?: Error
  waiting: { resolve: () => void; reject: (error: unknown) => void }[]
}

/**
 * The transactions of one handle, one after the other. To bring a commit to the disk takes far longer than most
 * transactions do; those that wait for their turn meanwhile are therefore committed together, and each is answered
 * after that. Should the commit fail, or the database undo everything because its disk is full, all of them fail.
 */
export class Commits {
  readonly #handle: Handle
  readonly #turns = createQueue()
  #group: Group | null = null
  /** How many wait for their turn. */
  #wanted = 0

  constructor(handle: Handle) {
    this.#handle = handle
  }

  /** Takes its turn. */
  async begin(): Promise<Transaction> {
    const leave = await this.#enter()
    let group: Group
    try {
      group = this.#group ??= this.#beginGroup()
      this.#handle.exec('savepoint one')
    } catch (error) {
      this.#lose(error)
      await this.#commitGroup()
      leave()
      throw error
    }
    const end = (how: string): Promise<void> =>
      new Promise((resolve, reject) => {
        group.waiting.push({ resolve, reject })
        void this.#end(how, leave)
      })
    return {
      commit: () => end('release one'),
      rollback: () => end('rollback to one; release one').catch(() => undefined),
    }
  }

  /** Runs one statement in a transaction of its own. */
  async write<T>(work: () => T): Promise<T> {
    const transaction = await this.begin()
    let result: T
    try {
      result = this.inTurn(work)
    } catch (error) {
      await transaction.rollback()
      throw error
    }
    await transaction.commit()
    return result
  }

  /** Runs one statement in its turn, outside of transactions, as some of them have to be run. */
  async single<T>(work: () => T): Promise<T> {
    const leave = await this.#enter()
    try {
      await this.#commitGroup()
      return work()
    } finally {
      leave()
    }
  }

  /**
   * Runs a statement of the transaction that has its turn. When its disk is full, the database undoes everything by
   * itself; what came after that would be no part of any transaction.
   */
  inTurn<T>(work: () => T): T {
    if (this.#group?.lost) throw this.#group.lost
    try {
      return work()
    } catch (error) {
      if (!this.#handle.inTransaction) this.#lose(error)
      throw error
    }
  }

  /**
   * Undoes all of the group: its commit has failed, or one of its savepoints. Indexes of search are written as a
   * savepoint is made and released, so that these fail as well where the disk is full.
   */
  #lose(error: unknown): void {
    if (!this.#group) return
    this.#group.lost ??= error instanceof Error ? error : new Error(String(error))
    try {
      if (this.#handle.inTransaction) this.#handle.exec('rollback')
    } catch {
      // Whoever comes next cannot begin, and is told why.
    }
  }

  async #enter(): Promise<() => void> {
    this.#wanted++
    const leave = await this.#turns.enter()
    this.#wanted--
    return leave
  }

  #beginGroup(): Group {
    // A command may write beside the server; who has only read so far could not go on to write after that.
    this.#handle.exec('begin immediate')
    return { since: performance.now(), waiting: [] }
  }

  /**
   * Ends a transaction, and lets the next one begin: in the same group where there is room, else after its commit.
   * @param how the statements that end it.
   */
  async #end(how: string, leave: () => void): Promise<void> {
    const group = this.#group
    const isJoined =
      group &&
      this.#wanted > 0 &&
      group.lost === undefined &&
      group.waiting.length < most &&
      performance.now() - group.since < longest
    try {
      if (isJoined) this.#handle.exec(how)
      else await this.#commitGroup(how)
    } catch (error) {
      this.#lose(error)
      await this.#commitGroup()
    } finally {
      leave()
    }
  }

  /**
   * @param last the statements that end the last transaction of the group; they may take as long as the commit, where
   * it has changed much that is searched.
   */
  async #commitGroup(...last: string[]): Promise<void> {
    const group = this.#group
    if (!group) return
    if (group.lost === undefined)
      try {
        await beside(this.#handle, [...last, 'commit'].join('; '))
      } catch (error) {
        this.#lose(error)
      }
    this.#group = null
    for (const { resolve, reject } of group.waiting)
      if (group.lost === undefined) resolve()
      else reject(group.lost)
  }
}
