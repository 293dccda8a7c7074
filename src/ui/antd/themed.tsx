import type { ComponentType } from 'react'
import { Antd } from './Antd'

/** Wraps an antd component in the theme's ConfigProvider. */
export const themed = <P extends object>(Component: ComponentType<P>) => {
  const Themed = (props: P) => (
    <Antd>
      <Component {...props} />
    </Antd>
  )
  return Themed
}
