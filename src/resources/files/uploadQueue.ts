import type { Row } from '../../contract'
import { randomKey } from '../../store/session'

export type FileTags = Row<'files'>['tags']

/** Upload state of a file. */
export type Progress =
  | { step: 'waiting' }
  /** Sent share, from 0 to 1. */
  | { step: 'uploading'; share: number }
  | { step: 'cancelled' }
  /** The reason for people. It can be retried. */
  | { step: 'failed'; reason: string }
  | { step: 'uploaded'; fileId: number }

/** A selected file that is not stored yet, or was just stored. */
export interface PendingFile {
  id: string
  file: File
  tags: FileTags
  /** Idempotency key, the same for each attempt at one file with these tags (TRUST-28). */
  key: string
  progress: Progress
}

export interface QueueState {
  files: readonly PendingFile[]
  isRunning: boolean
}

/** A running upload. */
export interface Sending {
  /** Resolves with the id of the stored file; rejects with the reason of a failure. */
  done: Promise<number>
  abort: () => void
}

interface QueueOptions {
  send: (file: PendingFile, objectId: string, onProgress: (share: number) => void) => Sending
  /** Error text for people. */
  reasonOf: (cause: unknown) => string
  /** Called after the last file of a run, successful or not. */
  settled: () => void
}

/** Maximum number of concurrent uploads. */
const atOnce = 3

export const isStored = ({ progress }: PendingFile) => progress.step === 'uploaded'

/** A queue of files to upload. Lives as long as the component that shows it. */
export const createUploadQueue = ({ send, reasonOf, settled }: QueueOptions) => {
  let state: QueueState = { files: [], isRunning: false }
  let run: Promise<number> | null = null
  const listeners = new Set<() => void>()
  /** Abort functions of running uploads, by file id. */
  const aborts = new Map<string, () => void>()
  /** Ids of the files that this run has still to send. */
  let waiting: string[] = []

  const set = (next: Partial<QueueState>) => {
    state = { ...state, ...next }
    listeners.forEach((changed) => changed())
  }
  const change = (id: string, next: Partial<PendingFile>) =>
    set({ files: state.files.map((file) => (file.id === id ? { ...file, ...next } : file)) })
  const callOff = (id: string) => {
    const abort = aborts.get(id)
    aborts.delete(id)
    abort?.()
  }
  const drop = (isGone: (file: PendingFile) => boolean) => {
    if (state.files.some(isGone)) set({ files: state.files.filter((file) => !isGone(file)) })
  }
  const left = () => state.files.filter((file) => !isStored(file))

  const uploadOne = async (id: string, objectId: string) => {
    const file = state.files.find((known) => known.id === id)
    if (!file) return
    change(id, { progress: { step: 'uploading', share: 0 } })
    const { done, abort } = send(file, objectId, (share) => {
      if (aborts.has(id)) change(id, { progress: { step: 'uploading', share } })
    })
    aborts.set(id, abort)
    try {
      const fileId = await done
      change(id, { progress: { step: 'uploaded', fileId } })
    } catch (cause) {
      const failed = { step: 'failed', reason: reasonOf(cause) } as const
      change(id, { progress: aborts.has(id) ? failed : { step: 'cancelled' } })
    } finally {
      aborts.delete(id)
    }
  }

  const uploadAll = async (objectId: string) => {
    waiting = left().map(({ id }) => id)
    set({
      isRunning: true,
      files: state.files.map((file) => (isStored(file) ? file : { ...file, progress: { step: 'waiting' } })),
    })
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await uploadOne(id, objectId)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    run = null
    set({ isRunning: false })
    settled()
    return left().length
  }

  return {
    state: () => state,
    subscribe: (changed: () => void) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    add: (files: readonly File[]) =>
      set({
        files: [
          ...state.files,
          ...files.map((file): PendingFile => ({
            id: randomKey(),
            file,
            tags: [],
            key: randomKey(),
            progress: { step: 'waiting' },
          })),
        ],
      }),
    /** Removes a file from the list; aborts its upload. */
    remove: (id: string) => {
      callOff(id)
      drop((file) => file.id === id)
    },
    /** Aborts an upload; the file stays in the list. */
    cancel: callOff,
    /** A new key, because the request differs from earlier attempts. */
    setTags: (id: string, tags: FileTags) => change(id, { tags, key: randomKey() }),
    /** Removes files that are in the list of stored files by now. */
    forget: (fileIds: readonly number[]) =>
      drop(({ progress }) => progress.step === 'uploaded' && fileIds.includes(progress.fileId)),
    /** Uploads the remaining files, at most three at a time; resolves with the number of files left after that. */
    upload: (objectId: string): Promise<number> => (run ??= uploadAll(objectId)),
    /** Aborts all uploads, and starts no more. */
    stop: () => {
      waiting = []
      aborts.forEach((_abort, id) => callOff(id))
    },
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
