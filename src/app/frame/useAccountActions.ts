import { useNavigate } from 'react-router-dom'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { signOutPath } from '../../features/session/routes'
import { useOpenDialog } from '../../resources/frameDialogs'
import { userPaths } from '../../resources/users/paths'
import { selectCurrentUser } from '../../store/currentUser'
import { themeChoices, themeChosen } from '../../store/preferences'
import type { RowAction } from '../../ui/table/RowMenuList'
import { themeLabels } from '../../ui/theme/labels'

/** The account menu: the user's pages, the themes, and sign-out. */
export const useAccountActions = (): readonly RowAction[] => {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const open = useOpenDialog()
  const user = useAppSelector(selectCurrentUser)
  const chosen = useAppSelector(({ preferences }) => preferences.theme)
  const goTo = (path: string) => () => void navigate(path)
  return [
    { label: user ? `Your account (${user.username})` : 'Your account', act: goTo(userPaths.account) },
    { label: 'Display settings', act: goTo(userPaths.display) },
    { label: 'Keyboard shortcuts', act: () => open('keys') },
    ...themeChoices.map((theme, index) => ({
      label: themeLabels[theme],
      isChosen: theme === chosen,
      startsGroup: index === 0,
      act: () => void dispatch(themeChosen(theme)),
    })),
    { label: 'Sign out', startsGroup: true, act: goTo(signOutPath) },
  ]
}
