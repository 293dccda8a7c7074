import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react'
import './button.css'

type Pressed = MouseEvent<HTMLButtonElement & HTMLAnchorElement>

/** Whatever a button or a link may carry, and how it looks. */
export interface ButtonProps extends Omit<
  ComponentProps<'button'>,
  'type' | 'ref' | 'onClick' | 'className' | 'disabled'
> {
  /** 'primary' is what most have come to do; 'text' and 'link' have no frame. */
  type?: 'default' | 'primary' | 'text' | 'link'
  size?: 'small'
  /** It takes something away. */
  danger?: boolean
  /** Filled with nothing, where it would otherwise be loud. */
  ghost?: boolean
  icon?: ReactNode
  /** What it does is under way: it shows that, and cannot be pressed again. */
  loading?: boolean
  htmlType?: 'button' | 'submit'
  disabled?: boolean | undefined
  className?: string | undefined
  /** A link that looks like a button. */
  href?: string
  target?: '_blank'
  rel?: string
  onClick?: ((event: Pressed) => void) | undefined
  ref?: Ref<HTMLButtonElement>
}

const nothing = (event: Pressed) => event.preventDefault()

/**
 * The button of the whole product. Its look is a plain style sheet: screens have dozens of them, and antd's works its
 * styles out for each while the page is drawn.
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
