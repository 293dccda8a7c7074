import { Button, type ButtonProps } from '../button/Button'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick'> {
  to: string
  /** What the page that opens is told of where one came from. */
  state?: unknown
}

/** A link that looks like a button: Ctrl-click and the middle button open it in a tab of its own. */
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
