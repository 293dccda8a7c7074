import { Suspense, useEffect, useState } from 'react'
import { features } from '../../features'
import { aside } from '../../features/feature'

const asides = [...features.flatMap(({ Aside }) => Aside ?? []), aside(() => import('../keys/Aside'))]

/** Content beside every page; loaded after the first paint, to delay nothing. */
export const Asides = () => {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsPainted(true))
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{isPainted && asides.map((Aside, index) => <Aside key={index} />)}</Suspense>
}
