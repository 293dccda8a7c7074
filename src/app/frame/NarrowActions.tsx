import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { Suspense } from 'react'
import { useOpenDialog } from '../../resources/frameDialogs'
import { BarMenu } from './BarMenu'
import { useBarDialogs } from './DialogButtons'
import { useAccountActions } from './useAccountActions'

/** Actions that do not fit into the top bar of narrow screens, in one dropdown. */
export const NarrowActions = () => {
  const open = useOpenDialog()
  const [first, ...others] = useAccountActions()
  const dialogs = useBarDialogs().filter(({ name }) => name !== 'palette')
  const told = dialogs.find(({ Badge }) => Badge)
  const entries = dialogs.map(({ name, label, Badge }) => ({
    label,
    act: () => open(name),
    ...(Badge && {
      badge: (
        <Suspense>
          <Badge isRepeated />
        </Suspense>
      ),
    }),
  }))
  return (
    <BarMenu
      label="More"
      {...(told?.Badge && {
        badge: (
          <Suspense>
            <told.Badge of={told.label.toLowerCase()} />
          </Suspense>
        ),
      })}
      actions={[...entries, ...(first ? [{ ...first, startsGroup: true }] : []), ...others]}
    >
      <MoreOutlined aria-hidden />
    </BarMenu>
  )
}
