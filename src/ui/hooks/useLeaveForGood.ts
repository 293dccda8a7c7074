import { useNavigate } from 'react-router-dom'

/** Navigates away from the page of a deleted record with a replace, so that Back does not return to it. */
export const useLeaveForGood = (to: string) => {
  const navigate = useNavigate()
  return () => void navigate(to, { replace: true })
}
