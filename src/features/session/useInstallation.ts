import { useEffect, useState } from 'react'
import type { Answer } from '../../api/kit/errors'
import type { Installation } from '../../contract/session'
import { useReception } from './reception'

/** What the installation tells whoever has not signed in; nothing where it did not answer. */
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
