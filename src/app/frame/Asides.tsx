import { Suspense, useEffect, useState } from 'react'
import { features } from '../../features'
import { aside } from '../../features/feature'

const asides = [...features.flatMap(({ Aside }) => Aside ?? []), aside(() => import('../keys/Aside'))]

/** What stands beside every page; fetched once the first page has been painted, so that it holds up nothing. */
export const Asides = () => {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsPainted(true))
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{isPainted && asides.map((Aside, index) => <Aside key={index} />)}</Suspense>
}
