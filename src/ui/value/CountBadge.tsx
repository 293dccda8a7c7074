/** Larger numbers say no more. */
const most = 99

/** How much waits somewhere, beside its name, which says it to screen readers too; nothing for nothing. */
export const CountBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="menu-badge" aria-hidden>
      {count > most ? `${most}+` : count}
    </span>
  )
