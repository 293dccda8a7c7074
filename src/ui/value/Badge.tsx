import { textOn } from './contrast'
import './badge.css'

interface BadgeProps {
  text: string
  /** A hex colour; without one the badge is neutral. */
  color?: string
  /** Shown as it is written rather than in upper case. */
  asWritten?: boolean
}

/** A small coloured label whose text always stands out from its colour by at least 4.5:1. */
export const Badge = ({ text, color = '', asWritten = false }: BadgeProps) => {
  const textColor = textOn(color)
  return (
    <span className="badge" style={textColor ? { background: color, color: textColor } : undefined}>
      {asWritten ? text : text.toUpperCase()}
    </span>
  )
}
