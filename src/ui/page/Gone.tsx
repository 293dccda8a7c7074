import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { useAppDispatch } from '../../api/kit/hooks'
import { toastShown } from '../../store/toasts'

interface GoneProps {
  /** What is the case, for people. */
  text: string
  /** The server's own words. */
  detail?: string
  to: string
}

/** The record is not there, or no longer: says so, and leads to where others are. */
export const Gone = ({ text, detail, to }: GoneProps) => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(toastShown({ kind: 'error', title: 'Error', text, ...(detail && { detail }) }))
  }, [dispatch, text, detail])
  return <Navigate to={to} replace />
}
