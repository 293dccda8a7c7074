import { Button, type ButtonProps } from '../antd/Button'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick'> {
  to: string
  /** Router state for the target page, such as the origin. */
  state?: unknown
}

/** A link with a button's look: Ctrl-click and the middle button open a new tab. */
export const LinkButton = ({ to, state, ...button }: LinkButtonProps) => {
  const follow = useLinkClickHandler(to, { state })
  return (
    <Button
      {...button}
      href={useHref(to)}
      onClick={(event: React.MouseEvent<HTMLAnchorElement>) => follow(event)}
    />
  )
}
