import { useAppSelector } from '../../api/kit/hooks'
import { useMediaQuery } from '../../ui/hooks/useMediaQuery'

/** Whether the side menu is collapsed: by the user's choice, else by the screen's width (SHELL-7). */
export const useMenuCollapsed = (): boolean => {
  const isSmall = useMediaQuery('screen and (max-width: 1023.98px)')
  return useAppSelector(({ preferences }) => preferences.menuCollapsed) ?? isSmall
}
