import { useEffect, useRef, useState } from 'react'
import {
  useBulkChangeQuery,
  useStopBulkChangeMutation,
  useUndoBulkChangeMutation,
} from '../../api/bulkChangesApi'
import { api } from '../../api/kit/api'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import type { BulkChange } from '../../contract/bulkChanges'
import { viewOf } from '../../resources/kit/resourceView'
import { bulkChangeClosed } from '../../store/bulkChanges'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { NoticeBar } from '../../ui/feedback/NoticeBar'
import { useRequestKeys } from '../../ui/form/useRequestKeys'
import { focusHeading } from '../../ui/page/focusHeading'
import { formatNumber } from '../../ui/value/numbers'
import { explainedIn, progressOf, textOf } from './texts'
import './bulk-notice.css'

const ReasonsDialog = lazyDialog(async () => (await import('./ReasonsDialog')).ReasonsDialog)

/** Milliseconds between two looks at a change that runs, where the stream of changes tells nothing. */
const lookInterval = 4_000

const isRunning = ({ state }: BulkChange) => state === 'running' || state === 'undoing'

const Progress = ({ change }: { change: BulkChange }) => {
  const { done, total } = progressOf(change)
  return (
    <>
      <progress className="bulk-progress" aria-label="Progress" max={Math.max(total, 1)} value={done} />
      <span>
        {formatNumber(done)} of {formatNumber(total)}
      </span>
    </>
  )
}

/** Its records are read anew once it has ended, also without the stream of changes. */
const useFreshList = (change: BulkChange | undefined) => {
  const dispatch = useAppDispatch()
  const list = change?.list
  const endedAt = change?.ended_at ?? null
  const seen = useRef(endedAt)
  useEffect(() => {
    if (endedAt !== null && endedAt !== seen.current && list)
      dispatch(api.util.invalidateTags([{ type: list }]))
    seen.current = endedAt
  }, [dispatch, endedAt, list])
}

/** The change as the server tells it, and what can be done about it. */
const useBulkChange = (id: number) => {
  const [interval, setInterval] = useState(lookInterval)
  const { data: change, error } = useBulkChangeQuery(id, { pollingInterval: interval })
  const wanted = change && !isRunning(change) ? 0 : lookInterval
  if (interval !== wanted) setInterval(wanted)
  useFreshList(change)
  return { change, error: change ? undefined : asApiError(error) }
}

const Change = ({ id }: { id: number }) => {
  const dispatch = useAppDispatch()
  const { change, error } = useBulkChange(id)
  const [stop, { isLoading: isStopping }] = useStopBulkChangeMutation()
  const [undo, { isLoading: isUndoing }] = useUndoBulkChangeMutation()
  const keyFor = useRequestKeys()
  const [refusal, setRefusal] = useState<ApiError>()
  const [isOpen, setIsOpen] = useState(false)
  const said = useRef<HTMLParagraphElement>(null)
  const act = async (what: string, call: typeof stop) => {
    setRefusal(undefined)
    // The button goes away.
    said.current?.focus()
    try {
      await call({ id, key: keyFor(what) }).unwrap()
    } catch (cause) {
      setRefusal(asApiError(cause as ApiError))
    }
  }
  const noun = (change && viewOf(change.list)?.noun) ?? (['record', 'records'] as const)
  const isOver = change !== undefined && !isRunning(change)
  return (
    <NoticeBar label="Change of many records">
      <p role="status" ref={said} tabIndex={-1}>
        {change ? textOf(change, noun) : error ? 'The change cannot be looked at now.' : 'Loading...'}
      </p>
      {change && isRunning(change) && <Progress change={change} />}
      {change?.state === 'running' && (
        <BusyButton size="small" busy={isStopping} onClick={() => void act('stop', stop)}>
          Stop
        </BusyButton>
      )}
      {change && isOver && explainedIn(change) > 0 && (
        <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Show why
        </Button>
      )}
      {change && isOver && change.state !== 'undone' && change.counts.changed > 0 && (
        <BusyButton size="small" busy={isUndoing} onClick={() => void act('undo', undo)}>
          Undo
        </BusyButton>
      )}
      {(isOver || error) && (
        <Button
          size="small"
          onClick={() => {
            dispatch(bulkChangeClosed(id))
            focusHeading()
          }}
        >
          Close
        </Button>
      )}
      {refusal && (
        <p role="alert" className="problem">
          {refusal.detail}
        </p>
      )}
      {isOpen && change && <ReasonsDialog change={change} noun={noun} close={() => setIsOpen(false)} />}
    </NoticeBar>
  )
}

/** The changes of many records that this tab has begun: their progress, and what became of them (BULK-7). */
export const Notice = () => {
  const shown = useAppSelector(({ bulkChanges }) => bulkChanges)
  return shown.map((id) => <Change key={id} id={id} />)
}
