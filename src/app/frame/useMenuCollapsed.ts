import { useAppSelector } from '../../api/kit/hooks'
import { useMediaQuery } from '../../ui/hooks/useMediaQuery'

/** Whether the side menu shows its icons only: as somebody has chosen, else as the screen has room (SHELL-7). */
export const useMenuCollapsed = (): boolean => {
  const isSmall = useMediaQuery('(max-width: 1023.98px)')
  return useAppSelector(({ preferences }) => preferences.menuCollapsed) ?? isSmall
}
