import { userTypes, type UserType } from '../../contract/users'

const labels: Record<UserType, string> = {
  customer: 'Customers',
  team: 'Provider’s team',
  broker: 'Brokers',
}

interface UserTypesProps {
  chosen: UserType | null
  choose: (type: UserType) => void
  problem?: string | undefined
}

/** The three user types; the choice stays editable (AUTH-3). */
export const UserTypes = ({ chosen, choose, problem }: UserTypesProps) => (
  <div
    className="user-types"
    role="radiogroup"
    aria-labelledby="user-type-label"
    aria-invalid={problem !== undefined || undefined}
    aria-describedby={problem && 'user-type-problem'}
  >
    <span id="user-type-label" className="user-types-label">
      I belong to
    </span>
    {userTypes.map((type) => (
      <label key={type} className="user-type">
        <input type="radio" name="user-type" checked={type === chosen} onChange={() => choose(type)} />
        {labels[type]}
      </label>
    ))}
    {problem && (
      <p id="user-type-problem" className="problem">
        {problem}
      </p>
    )}
  </div>
)
