import { useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { useAppDispatch } from '../api/kit/hooks'
import { holdAddress, HeldAddressContext } from '../ui/leaving/heldAddress'
import { fetchPagesAhead } from './pagesAhead'
import { routes } from './routes'

/** The router with every page, at the browser's URL. */
export const Routed = () => {
  const [held] = useState(holdAddress)
  const [router] = useState(() => createBrowserRouter(routes))
  const dispatch = useAppDispatch()
  useEffect(() => fetchPagesAhead(router, dispatch), [router, dispatch])
  return (
    <HeldAddressContext value={held}>
      <RouterProvider router={router} />
    </HeldAddressContext>
  )
}
