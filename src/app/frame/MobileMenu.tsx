import { Drawer } from '../../ui/antd/Drawer'
import { SideMenu } from './SideMenu'

interface MobileMenuProps {
  open: boolean
  close: () => void
}

/** The side menu on narrow screens, in a drawer. */
export const MobileMenu = ({ open, close }: MobileMenuProps) => (
  <Drawer open={open} onClose={close} placement="left" title="Menu" size={260} rootClassName="mobile-menu">
    <SideMenu onFollow={close} />
  </Drawer>
)
