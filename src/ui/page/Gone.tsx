import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { useAppDispatch } from '../../api/kit/hooks'
import { toastShown } from '../../store/toasts'

interface GoneProps {
  /** Message for people. */
  text: string
  /** The server's message. */
  detail?: string
  to: string
}

/** The record does not exist (any more): says so, with a link to the list. */
export const Gone = ({ text, detail, to }: GoneProps) => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(toastShown({ kind: 'error', title: 'Error', text, ...(detail && { detail }) }))
  }, [dispatch, text, detail])
  return <Navigate to={to} replace />
}
