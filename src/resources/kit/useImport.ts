import { useRef, useState } from 'react'
import {
  useCommitImportMutation,
  useProposeImportMutation,
  useUndoImportMutation,
  type ImportMapping,
  type ImportProposal,
} from '../../api/importsApi'
import { asApiError, type ApiError } from '../../api/kit/errors'
import type { ImportAnswer, ImportName, ImportOptions } from '../../contract/imports'
import { randomKey } from '../../store/session'
import { browserTimeZone } from '../../ui/value/timeZone'
import { useImportAnswer } from './useImportAnswer'
import { useRequestKeys } from '../../ui/form/useRequestKeys'

type Action = 'propose' | 'commit' | 'undo'

/** An import, from the choice of its file until it is taken back (GAS-7). */
export const useImport = (name: ImportName) => {
  const [propose] = useProposeImportMutation()
  const [commit] = useCommitImportMutation()
  const [undo] = useUndoImportMutation()
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  /** When that came: older looks at the import tell of the time before. */
  const [since, setSince] = useState(0)
  /** What was sent last to be proposed. */
  const [sent, setSent] = useState<ImportProposal | null>(null)
  const [running, setRunning] = useState<Action | null>(null)
  const [failure, setFailure] = useState<{ action: Action; error: ApiError } | null>(null)
  /** Another file is chosen after one that was proposed. */
  const [isAgain, setIsAgain] = useState(false)
  const lastAttempt = useRef(0)
  const keyFor = useRequestKeys()

  /** Only the last attempt counts: another file or mapping may be chosen while one is read. */
  const run = async (action: Action, work: () => Promise<ImportAnswer>) => {
    lastAttempt.current += 1
    const attempt = lastAttempt.current
    const isLast = () => attempt === lastAttempt.current
    setRunning(action)
    setFailure(null)
    try {
      const found = await work()
      if (isLast()) {
        setSince(Date.now())
        setAnswer(found)
      }
    } catch (cause) {
      const error = asApiError(cause as ApiError)
      if (isLast() && error) setFailure({ action, error })
    }
    if (isLast()) setRunning(null)
  }

  const send = (proposal: ImportProposal) => {
    setSent(proposal)
    void run('propose', () => propose(proposal).unwrap())
  }

  /** While it is stored or taken back, its file is not proposed anew. */
  const isHeld = running === 'commit' || running === 'undo'

  /** Proposes the same file anew, read in another way. */
  const change = (changed: Partial<Pick<ImportProposal, 'mapping' | 'options'>>) => {
    if (sent && !isHeld) send({ ...sent, ...changed, key: randomKey() })
  }

  /** With one key for each action of an import. */
  const act = (action: 'commit' | 'undo', call: typeof commit) => {
    if (!answer) return
    const { import_id: id } = answer
    void run(action, () => call({ name, id, key: keyFor([action, id]) }).unwrap())
  }

  const isUnderWay = answer?.state === 'running' || answer?.state === 'returning'
  const { data: followed, fulfilledTimeStamp = 0 } = useImportAnswer(
    isUnderWay ? { name, id: answer.import_id } : null,
  )
  if (isUnderWay && followed && followed !== answer && fulfilledTimeStamp >= since) setAnswer(followed)

  return {
    /** As the server answered last; while another mapping is read, of the one before. */
    answer,
    /** The mapping as it was chosen. */
    mapping: sent?.mapping ?? answer?.mapping ?? {},
    running,
    failure,
    isAgain,
    /** Whether the answer is that to what was sent last. */
    isCurrent: running !== 'propose' && failure?.action !== 'propose',
    propose: (file: File, target: number | null) =>
      send({
        name,
        file,
        target,
        mapping: null,
        options: { time_zone: browserTimeZone() },
        key: randomKey(),
      }),
    isHeld,
    map: (mapping: ImportMapping, values: ImportOptions['values']) =>
      change({ mapping, options: { ...sent?.options, values } }),
    /** How the file is read beside its mapping, as it was chosen. */
    options: answer?.options ? { ...answer.options, ...sent?.options } : null,
    setOptions: (options: ImportOptions) => change({ options }),
    retry: () => sent && send(sent),
    commit: () => act('commit', commit),
    undo: () => act('undo', undo),
    /** Back to the choice of a file. */
    restart: () => {
      lastAttempt.current += 1
      setAnswer(null)
      setSent(null)
      setRunning(null)
      setFailure(null)
      setIsAgain(true)
    },
  }
}

export type ImportControl = ReturnType<typeof useImport>
