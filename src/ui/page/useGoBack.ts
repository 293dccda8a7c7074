import { useLocation, useNavigate } from 'react-router-dom'

/** The key of the place at which a visit begins; every navigation has a key of its own. */
const firstKey = 'default'

/** Leads to the previous page, or to the given one where the visit began here. */
export const useGoBack = (otherwise: string) => {
  const { key } = useLocation()
  const navigate = useNavigate()
  return () => void (key === firstKey ? navigate(otherwise, { replace: true }) : navigate(-1))
}
