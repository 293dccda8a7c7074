import { useNavigate } from 'react-router-dom'
import { isFirstPlace } from './placeInHistory'

/** Navigates back, or to the given page where the visit started here. */
export const useGoBack = (otherwise: string) => {
  const navigate = useNavigate()
  return () => void (isFirstPlace() ? navigate(otherwise, { replace: true }) : navigate(-1))
}
