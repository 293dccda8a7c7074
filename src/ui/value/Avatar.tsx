import './avatar.css'

/** 'ann.holt' is 'AH', 'broker' is 'BR'. */
const initialsOf = (name: string) => {
  const [first = '', second] = name.split(/[\s._@-]+/).filter(Boolean)
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase()
}

/** Initials, beside the full name. */
export const Avatar = ({ name }: { name: string }) => (
  <span className="avatar icon-place" aria-hidden>
    {initialsOf(name)}
  </span>
)
