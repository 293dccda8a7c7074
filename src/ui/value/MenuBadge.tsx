interface MenuBadgeProps {
  count: number
  /** 'unread' */
  what: string
}

/** Larger numbers are capped. */
const most = 99

/** The count of a menu entry, as part of its accessible name; nothing for zero. */
export const MenuBadge = ({ count, what }: MenuBadgeProps) =>
  count > 0 && (
    <span className="menu-badge">
      {count > most ? `${most}+` : count}
      <span className="visually-hidden"> {what}</span>
    </span>
  )
