import { useNavigate } from 'react-router-dom'
import { isFirstEntry } from './historyIndex'

/** Navigates away from the page of a deleted record with a replace, so that Back does not return to it. */
export const useNavigateAfterDelete = (to: string) => {
  const navigate = useNavigate()
  return () => void navigate(to, { replace: true })
}

/** Navigates back, or to the given page where the visit started here. */
export const useGoBack = (otherwise: string) => {
  const navigate = useNavigate()
  return () => void (isFirstEntry() ? navigate(otherwise, { replace: true }) : navigate(-1))
}
