import ConfigProvider from 'antd/es/config-provider'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { pageNonce } from '../pageNonce'
import { useThemeName } from '../theme/useTheme'
import { antdTheme } from './antdTheme'

const InsideContext = createContext(false)

const wave = { disabled: true }

const Dressed = ({ children }: { children: ReactNode }) => {
  const name = useThemeName()
  // Read once: antd would mount what stands inside anew when it changes, and with it drop what has been typed.
  const [moves] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [csp] = useState(() => ({ nonce: pageNonce() }))
  return (
    <ConfigProvider theme={antdTheme(name, moves)} csp={csp} wave={wave}>
      <InsideContext value>{children}</InsideContext>
    </ConfigProvider>
  )
}

/**
 * Tells antd of the theme in force. Each of its components brings this with itself, so that pages without any need
 * nothing of antd; where many stand together, as in a form, it stands around all of them once.
 */
export const Antd = ({ children }: { children: ReactNode }) =>
  useContext(InsideContext) ? children : <Dressed>{children}</Dressed>
