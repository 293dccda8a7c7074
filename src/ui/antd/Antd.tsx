import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import ConfigProvider from 'antd/es/config-provider'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { pageNonce } from '../pageNonce'
import { useThemeName } from '../theme/useThemeFor'
import { antdTheme } from './antdTheme'

const InsideContext = createContext(false)

const wave = { disabled: true }
/** Names of buttons are their labels, also while they load. */
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }

const Dressed = ({ children }: { children: ReactNode }) => {
  const name = useThemeName()
  // Read once: a change would make antd remount its children, which would lose typed values.
  const [moves] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [csp] = useState(() => ({ nonce: pageNonce() }))
  return (
    <ConfigProvider theme={antdTheme(name, moves)} csp={csp} wave={wave} button={button}>
      <InsideContext value>{children}</InsideContext>
    </ConfigProvider>
  )
}

/**
 * antd's ConfigProvider with the current theme. Each antd component includes it, so that pages without them do not load
 * antd; where many are used together, as in a form, it wraps all of them once.
 */
export const Antd = ({ children }: { children: ReactNode }) =>
  useContext(InsideContext) ? children : <Dressed>{children}</Dressed>
