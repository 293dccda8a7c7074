import { useAppDispatch, useAppSelector, useRightRefusal } from '../../api/kit/hooks'
import { refusalOf } from '../../contract/policy'
import { features } from '../../features'
import { creations, menuEntries } from '../../features/menu'
import { isOffered } from '../../resources/kit/resourceView'
import { useOpenDialog } from '../../resources/frameDialogs'
import { userPaths } from '../../resources/users/paths'
import { workingHoursPath } from '../../resources/workingHours/paths'
import { selectIdentity } from '../../store/currentUser'
import { themeChoices, themeChosen } from '../../store/preferences'
import { creating } from '../../ui/page/creating'
import { signOutPath } from '../../features/session/routes'
import { themeLabels } from '../../ui/theme/labels'
import type { Group, Option } from './option'

const dialogs = features.flatMap((feature) => feature.dialogs ?? [])

/** The pages outside the menu. */
const otherPages: readonly Option[] = [
  { key: 'account', label: 'Your account', to: userPaths.account },
  { key: 'workingHours', label: 'Working hours', to: workingHoursPath },
]

/**
 * All global navigation, creation and other commands of the signed-in user.
 * @param close closes the palette, after commands without navigation
 */
export const useCommands = (close: () => void): readonly Group[] => {
  const dispatch = useAppDispatch()
  const open = useOpenDialog()
  const readsOnly = useRightRefusal('write') !== null
  const who = useAppSelector(selectIdentity)
  const hasKeys = useAppSelector(({ preferences }) => preferences.singleKeys)
  const pages = menuEntries.flatMap(({ label, to, key, ...entry }) => {
    if (!isOffered(entry, who)) return []
    return [{ key: to, label, to, ...(hasKeys && key && { keys: ['g', key] }) }]
  })
  const allowed = creations.flatMap(({ label, resource, to, isDialog }) => {
    if (!who || refusalOf(who, resource, 'create') !== null) return []
    return [{ key: `create:${resource}`, label, to, ...(isDialog && { state: creating }) }]
  })
  return [
    { title: 'Go to', options: [...pages, ...otherPages] },
    { title: 'Create', options: allowed },
    {
      title: 'Do',
      options: [
        ...dialogs
          .filter(({ writes }) => !readsOnly || !writes)
          .map(({ name, label }) => ({ key: name, label, run: () => open(name) })),
        {
          key: 'keys',
          label: 'Keyboard shortcuts',
          run: () => open('keys'),
          ...(hasKeys && { keys: ['?'] }),
        },
        ...themeChoices.map((theme) => ({
          key: theme,
          label: themeLabels[theme],
          run: () => {
            dispatch(themeChosen(theme))
            close()
          },
        })),
        { key: 'signOut', label: 'Sign out', to: signOutPath },
      ],
    },
  ]
}
