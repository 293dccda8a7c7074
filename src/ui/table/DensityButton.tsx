import { Button } from '../button/Button'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { useIsNarrow } from '../hooks/useMediaQuery'
import { densityChosen } from '../../store/preferences'

/** Whether the rows of lists have one line or two, which this browser remembers. Cards are as they are. */
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
