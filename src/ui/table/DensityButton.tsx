import { Button } from '../antd/Button'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { useIsNarrow } from '../hooks/useMediaQuery'
import { densityChosen } from '../../store/preferences'

/** Toggles one or two lines per row, stored in the browser's preferences. Cards are unaffected. */
export const DensityButton = () => {
  const dispatch = useAppDispatch()
  const isCompact = useAppSelector(({ preferences }) => preferences.density === 'compact')
  if (useIsNarrow()) return null
  return (
    <Button
      aria-pressed={isCompact}
      type={isCompact ? 'primary' : 'default'}
      ghost={isCompact}
      onClick={() => dispatch(densityChosen(isCompact ? 'comfortable' : 'compact'))}
    >
      Compact
    </Button>
  )
}
