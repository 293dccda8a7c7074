import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useOpenDialog } from '../../resources/frameDialogs'
import { BarMenu } from './BarMenu'
import { useBarDialogs } from './DialogButtons'
import { useAccountActions } from './useAccountActions'

/** Actions that do not fit into the top bar of narrow screens, in one dropdown. */
export const NarrowActions = () => {
  const open = useOpenDialog()
  const [first, ...others] = useAccountActions()
  const dialogs = useBarDialogs()
    .filter(({ name }) => name !== 'palette')
    .map(({ name, label }) => ({ label, act: () => open(name) }))
  return (
    <BarMenu
      label="More"
      actions={[...dialogs, ...(first ? [{ ...first, startsGroup: true }] : []), ...others]}
    >
      <MoreOutlined />
    </BarMenu>
  )
}
