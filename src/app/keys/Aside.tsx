import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useOpenDialog } from '../../records/frameDialogs'
import { followKeys } from './followKeys'

/** Follows the shortcuts beside every page. */
export const Aside = () => {
  const navigate = useNavigate()
  const open = useOpenDialog()
  useEffect(
    () => followKeys(({ run }) => run({ open, goTo: (address) => void navigate(address) })),
    [open, navigate],
  )
  return null
}
