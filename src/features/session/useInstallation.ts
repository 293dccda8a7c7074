import { useEffect, useState } from 'react'
import type { Answer } from '../../api/kit/errors'
import type { Installation } from '../../contract/session'
import { useReception } from './reception'

/** The installation's public settings; undefined where the request failed. */
export const useInstallation = ({ skip = false }: { skip?: boolean } = {}) => {
  const { ask } = useReception()
  const [answer, setAnswer] = useState<Answer<Installation>>()
  useEffect(() => {
    if (skip) return undefined
    let isWanted = true
    void ask((calls) => calls.installation()).then((came) => {
      if (isWanted) setAnswer(came)
    })
    return () => {
      isWanted = false
    }
  }, [ask, skip])
  return { installation: skip ? undefined : answer?.data, isLoading: !skip && !answer }
}
