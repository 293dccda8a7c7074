import { Suspense } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { features } from '../../features'
import type { Notice as NoticeOf } from '../../features/feature'

const notices = features.flatMap(({ notice }) => notice ?? [])

const Wanted = ({ isWanted, Notice }: NoticeOf) => useAppSelector(isWanted) && <Notice />

/** The notices above every page. */
export const Notices = () => (
  <Suspense>
    {notices.map((notice, index) => (
      <Wanted key={index} {...notice} />
    ))}
  </Suspense>
)
