interface MenuBadgeProps {
  count: number
  /** 'unread' */
  what: string
}

/** Larger numbers say no more. */
const most = 99

/** How much waits behind an entry of the menu, as part of the entry's name; nothing where nothing does. */
export const MenuBadge = ({ count, what }: MenuBadgeProps) =>
  count > 0 && (
    <span className="menu-badge">
      {count > most ? `${most}+` : count}
      <span className="visually-hidden"> {what}</span>
    </span>
  )
