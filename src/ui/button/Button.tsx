import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react'
import './button.css'

type Pressed = MouseEvent<HTMLButtonElement & HTMLAnchorElement>

/** The attributes of a button or a link, and its variants. */
export interface ButtonProps extends Omit<
  ComponentProps<'button'>,
  'type' | 'ref' | 'onClick' | 'className' | 'disabled'
> {
  /** 'primary' is the page's main action; 'text' and 'link' have no border. */
  type?: 'default' | 'primary' | 'text' | 'link'
  size?: 'small'
  /** For destructive actions. */
  danger?: boolean
  /** A transparent background, for less emphasis. */
  ghost?: boolean
  icon?: ReactNode
  /** Shows a pending action and prevents another press. */
  loading?: boolean
  htmlType?: 'button' | 'submit'
  disabled?: boolean | undefined
  className?: string | undefined
  /** Renders a link with a button's look. */
  href?: string
  target?: '_blank'
  rel?: string
  onClick?: ((event: Pressed) => void) | undefined
  ref?: Ref<HTMLButtonElement>
}

const nothing = (event: Pressed) => event.preventDefault()

/**
 * The application's button. Its look is plain CSS: screens have dozens of buttons, and antd computes styles for each at
 * render time.
 */
export const Button = ({
  type = 'default',
  size,
  danger = false,
  ghost = false,
  icon,
  loading = false,
  htmlType = 'button',
  disabled = false,
  className,
  href,
  onClick,
  ref,
  children,
  ...rest
}: ButtonProps) => {
  const looks = [
    'button',
    `button-${type}`,
    size === 'small' && 'button-small',
    danger && 'button-danger',
    ghost && 'button-ghost',
    loading && 'button-loading',
    !children && 'button-bare',
    className,
  ]
  const shared = { ...rest, className: looks.filter(Boolean).join(' '), onClick: loading ? nothing : onClick }
  const sign = loading ? <span className="spinner" aria-hidden /> : icon
  const content = (
    <>
      {sign && <span className="button-icon">{sign}</span>}
      {children && <span>{children}</span>}
    </>
  )
  return href === undefined ? (
    <button {...shared} ref={ref} type={htmlType} disabled={disabled}>
      {content}
    </button>
  ) : (
    <a {...(shared as ComponentProps<'a'>)} href={href}>
      {content}
    </a>
  )
}
