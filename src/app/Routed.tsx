import { useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { holdAddress, HeldAddressContext } from '../ui/leaving/heldAddress'
import { routes } from './routes'

/** Every page, at the browser's address. */
export const Routed = () => {
  const [held] = useState(holdAddress)
  const [router] = useState(() => createBrowserRouter(routes))
  return (
    <HeldAddressContext value={held}>
      <RouterProvider router={router} />
    </HeldAddressContext>
  )
}
