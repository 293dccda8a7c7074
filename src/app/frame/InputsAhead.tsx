import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { useAppDispatch } from '../../api/kit/hooks'
import { persistent } from '../../ui/page/persistent'
import { savesData } from '../savesData'
import { atRest } from './atRest'
import { pagesFirst } from './pagesFirst'

const load = persistent(() => import('./inputs'))

/** Has antd compute the styles of inputs while the first page is idle, so that the first form opens sooner. */
export const InputsAhead = () => {
  const dispatch = useAppDispatch()
  const [Inputs, setInputs] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (savesData()) return undefined
    let isLeft = false
    const draw = async () => {
      await atRest(dispatch)
      await pagesFirst()
      const { Inputs: arrived } = await load()
      await atRest(dispatch)
      if (!isLeft) startTransition(() => setInputs(() => arrived))
    }
    // The form that needs them reports a failure.
    void draw().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [dispatch])
  return Inputs && <Inputs />
}
