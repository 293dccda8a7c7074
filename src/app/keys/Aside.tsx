import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { useOpenDialog } from '../../records/frameDialogs'
import { followKeys } from './followKeys'
import { followPaletteKey } from './followPaletteKey'

const loadPalette = () => import('../palette/FrameDialog')

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
  useEffect(
    () =>
      followPaletteKey(
        () => open('palette'),
        // Whether it came is told to whoever opens it.
        () => void loadPalette().catch(() => undefined),
      ),
    [open],
  )
  return null
}
