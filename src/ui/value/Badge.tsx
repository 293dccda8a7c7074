import { Tag } from '../antd/Tag'
import { textOn } from './contrast'
import './badge.css'

interface BadgeProps {
  text: string
  /** A hex colour; without one the badge is neutral. */
  color?: string
  /** Keeps the case instead of upper-casing. */
  asWritten?: boolean
  /** Does not fit; shown in print only. */
  isBeyond?: boolean
}

/** A small coloured label with a text contrast of at least 4.5:1. */
export const Badge = ({ text, color = '', asWritten = false, isBeyond = false }: BadgeProps) => {
  const textColor = textOn(color)
  return (
    <Tag
      className={isBeyond ? 'badge badge-beyond' : 'badge'}
      {...(textColor && { variant: 'solid', color, style: { color: textColor } })}
    >
      {asWritten ? text : text.toUpperCase()}
    </Tag>
  )
}
