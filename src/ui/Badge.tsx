import { textOn } from './contrast'
import './badge.css'

interface BadgeProps {
  /** Shown in upper case. */
  text: string
  /** A hex colour; anything else gives a neutral badge. */
  color: string
}

/** A small coloured label whose text always stands out from its colour by at least 4.5:1. */
export const Badge = ({ text, color }: BadgeProps) => {
  const textColor = textOn(color)
  return (
    <span className="badge" style={textColor ? { background: color, color: textColor } : undefined}>
      {text.toUpperCase()}
    </span>
  )
}
