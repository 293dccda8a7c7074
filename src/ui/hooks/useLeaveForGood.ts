import { useNavigate } from 'react-router-dom'

/** Leads away from the page of a record that is no longer there, in its stead, so that Back does not lead to it. */
export const useLeaveForGood = (to: string) => {
  const navigate = useNavigate()
  return () => void navigate(to, { replace: true })
}
