import Button, { type ButtonProps } from 'antd/es/button'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick'> {
  to: string
}

/** A link that looks like a button: Ctrl-click and the middle button open it in a tab of its own. */
export const LinkButton = ({ to, ...button }: LinkButtonProps) => {
  const follow = useLinkClickHandler(to)
  return (
    <Button
      {...button}
      href={useHref(to)}
      onClick={(event: React.MouseEvent<HTMLAnchorElement>) => follow(event)}
    />
  )
}
