import { useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { useAppDispatch } from '../api/kit/hooks'
import { holdAddress, HeldAddressContext } from '../ui/leaving/heldAddress'
import { fetchPagesAhead } from './pagesAhead'
import { routes } from './routes'

/** Every page, at the browser's address. */
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
