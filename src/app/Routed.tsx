import { useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { useAppDispatch } from '../api/kit/hooks'
import { createHistoryGuard, HistoryGuardContext } from '../ui/navigationGuard/historyGuard'
import { fetchPagesAhead } from './pagesAhead'
import { routes } from './routes'

/** The router with every page, at the browser's URL. */
export const Routed = () => {
  const [held] = useState(createHistoryGuard)
  const [router] = useState(() => createBrowserRouter(routes))
  const dispatch = useAppDispatch()
  useEffect(() => fetchPagesAhead(router, dispatch), [router, dispatch])
  return (
    <HistoryGuardContext value={held}>
      <RouterProvider router={router} />
    </HistoryGuardContext>
  )
}
