import { useNavigate } from 'react-router-dom'
import { isFirstPlace } from './placeInHistory'

/** Leads to the previous page, or to the given one where the visit began here. */
export const useGoBack = (otherwise: string) => {
  const navigate = useNavigate()
  return () => void (isFirstPlace() ? navigate(otherwise, { replace: true }) : navigate(-1))
}
