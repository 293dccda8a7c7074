import { Suspense } from 'react'
import { features } from '../../features'
import { aside } from '../../features/feature'

const asides = [...features.flatMap(({ Aside }) => Aside ?? []), aside(() => import('../keys/Aside'))]

/** Content beside every page, loaded on demand. */
export const Asides = () => (
  <Suspense>
    {asides.map((Aside, index) => (
      <Aside key={index} />
    ))}
  </Suspense>
)
