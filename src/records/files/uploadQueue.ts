import type { Row } from '../../contract'
import { newKey } from '../../store/newKey'

export type FileTags = Row<'files'>['tags']

/** How far a file has come. */
export type Progress =
  | { step: 'waiting' }
  /** So much of it has gone out, from 0 to 1. */
  | { step: 'uploading'; share: number }
  | { step: 'cancelled' }
  /** Why, for people. It can be tried again. */
  | { step: 'failed'; reason: string }
  | { step: 'uploaded'; fileId: number }

/** A file that has been picked and is not stored yet, or only just. */
export interface PendingFile {
  id: string
  file: File
  tags: FileTags
  /** The same for each attempt at one file with these tags (TRUST-28). */
  key: string
  progress: Progress
}

export interface QueueState {
  files: readonly PendingFile[]
  isRunning: boolean
}

/** One file under way. */
export interface Sending {
  /** Resolves with the id of the stored file; rejects with why there is none. */
  done: Promise<number>
  abort: () => void
}

interface QueueOptions {
  send: (file: PendingFile, objectId: string, onProgress: (share: number) => void) => Sending
  /** In words for people. */
  reasonOf: (cause: unknown) => string
  /** After the last file of a run, however it went. */
  settled: () => void
}

/** So many files are under way at a time. */
const atOnce = 3

export const isStored = ({ progress }: PendingFile) => progress.step === 'uploaded'

/** Files that wait to be uploaded, and their uploads. Lives as long as the part of the page that shows it. */
export const createUploadQueue = ({ send, reasonOf, settled }: QueueOptions) => {
  let state: QueueState = { files: [], isRunning: false }
  let run: Promise<number> | null = null
  const listeners = new Set<() => void>()
  /** Calls off what is under way, by the file's id. */
  const aborts = new Map<string, () => void>()
  /** What this run has still to send, by the files' ids. */
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
            id: newKey(),
            file,
            tags: [],
            key: newKey(),
            progress: { step: 'waiting' },
          })),
        ],
      }),
    /** Takes a file off the list; one that is under way is called off. */
    remove: (id: string) => {
      callOff(id)
      drop((file) => file.id === id)
    },
    /** Calls an upload off; the file stays on the list. */
    cancel: callOff,
    /** Another thing to send than what was tried before, so under another key. */
    setTags: (id: string, tags: FileTags) => change(id, { tags, key: newKey() }),
    /** Takes those off the list that stand among the stored files by now. */
    forget: (fileIds: readonly number[]) =>
      drop(({ progress }) => progress.step === 'uploaded' && fileIds.includes(progress.fileId)),
    /** Uploads whatever is left, at most three at a time; resolves with how many files are left after that. */
    upload: (objectId: string): Promise<number> => (run ??= uploadAll(objectId)),
    /** Calls everything off that is under way, and begins nothing more. */
    stop: () => {
      waiting = []
      aborts.forEach((_abort, id) => callOff(id))
    },
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
