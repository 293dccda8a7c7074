import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef, useState } from 'react'
import { tagsOfImport, usePastImportQuery } from '../../api/importsApi'
import { api } from '../../api/kit/api'
import { useAppDispatch } from '../../api/kit/hooks'
import type { ImportAnswer, ImportName } from '../../contract/imports'

/** Milliseconds between two looks at an import that is stored or taken back in the background. */
const lookInterval = 1_000

const isUnderWay = (answer: ImportAnswer | undefined) =>
  answer?.state === 'running' || answer?.state === 'returning'

/** An import as the server tells it, followed as long as it is under way; null: none. */
export const useImportAnswer = (of: { name: ImportName; id: number } | null) => {
  const dispatch = useAppDispatch()
  const [pollingInterval, setInterval] = useState(0)
  const found = usePastImportQuery(of ?? skipToken, { pollingInterval, refetchOnMountOrArgChange: true })
  const isRunning = isUnderWay(found.data)
  const wanted = of && isRunning ? lookInterval : 0
  if (pollingInterval !== wanted) setInterval(wanted)
  // Its records are read anew once it has ended, also without the stream of changes.
  const wasRunning = useRef(false)
  const name = of?.name
  useEffect(() => {
    if (wasRunning.current && !isRunning && name) dispatch(api.util.invalidateTags(tagsOfImport(name)))
    wasRunning.current = isRunning
  }, [dispatch, isRunning, name])
  return found
}
