import { useFormikContext } from 'formik'
import { useCallback, useContext, useEffect, useRef } from 'react'
import { useNavigationGuard } from '../navigationGuard/guards'
import { SavedContext, useAbandon } from './useSubmission'

/** In a form: the navigationGuard while the form has unsaved input. */
export const FormNavigationGuard = () => {
  const { dirty, values } = useFormikContext()
  const { known } = useContext(SavedContext)
  const now = useRef({ dirty, values })
  useEffect(() => {
    now.current = { dirty, values }
  })
  useNavigationGuard(
    useCallback(() => now.current.dirty && now.current.values !== known.current, [known]),
    useAbandon(),
  )
  return null
}
