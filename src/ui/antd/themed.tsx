import type { ComponentType } from 'react'
import { Antd } from './Antd'

/** A component of antd's that brings the theme with itself. */
export const themed = <P extends object>(Component: ComponentType<P>) => {
  const Themed = (props: P) => (
    <Antd>
      <Component {...props} />
    </Antd>
  )
  return Themed
}
