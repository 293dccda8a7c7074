import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import ConfigProvider from 'antd/es/config-provider'
import { useState, type ReactNode } from 'react'
import { pageNonce } from '../pageNonce'
import { useIsPrint } from '../hooks/useMediaQuery'
import { useThemeName } from '../theme/useThemeFor'
import { antdTheme } from './antdTheme'

const wave = { disabled: true }
/** Names of buttons are their labels, also while they load. */
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }

/** antd's ConfigProvider with the current theme, on paper the light one (K17), around the layout: pages before sign-in do not load antd. */
export const Antd = ({ children }: { children: ReactNode }) => {
  const chosen = useThemeName()
  const name = useIsPrint() ? 'light' : chosen
  // Read once: a change would make antd remount its children, which would lose typed values.
  const [moves] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [csp] = useState(() => ({ nonce: pageNonce() }))
  return (
    <ConfigProvider theme={antdTheme(name, moves)} csp={csp} wave={wave} button={button}>
      {children}
    </ConfigProvider>
  )
}
