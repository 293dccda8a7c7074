import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { useOpenDialog } from '../../records/frameDialogs'
import { followKeys } from './followKeys'

/** Follows the shortcuts beside every page. */
export const Aside = () => {
  const navigate = useNavigate()
  const open = useOpenDialog()
  const areOn = useAppSelector(({ preferences }) => preferences.singleKeys)
  useEffect(
    () =>
      areOn ? followKeys(({ run }) => run({ open, goTo: (address) => void navigate(address) })) : undefined,
    [areOn, open, navigate],
  )
  return null
}
