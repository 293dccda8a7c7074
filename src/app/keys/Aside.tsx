import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { useOpenDialog } from '../../resources/frameDialogs'
import { followKeys } from './followKeys'
import { takePaletteKey } from './heldPaletteKey'
import { followPaletteKey } from './followPaletteKey'

const loadPalette = () => import('../palette/FrameDialog')

/** Handles the shortcuts on every page. */
export const Aside = () => {
  const navigate = useNavigate()
  const open = useOpenDialog()
  const areOn = useAppSelector(({ preferences }) => preferences.singleKeys)
  useEffect(
    () =>
      areOn ? followKeys(({ run }) => run({ open, goTo: (address) => void navigate(address) })) : undefined,
    [areOn, open, navigate],
  )
  useEffect(() => {
    if (takePaletteKey()) open('palette')
  }, [open])
  useEffect(
    () =>
      followPaletteKey(
        () => open('palette'),
        // A failed prefetch is reported when the dialog is opened.
        () => void loadPalette().catch(() => undefined),
      ),
    [open],
  )
  return null
}
