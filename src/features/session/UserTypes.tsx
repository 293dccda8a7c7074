import { userTypes, type UserType } from '../../contract/users'

const labels: Record<UserType, string> = {
  customer: 'Customers',
  team: 'Provider’s team',
  broker: 'Brokers',
}

interface UserTypesProps {
  chosen: UserType | null
  choose: (type: UserType) => void
}

/** The three kinds of people who sign in; the choice stays open (AUTH-3). */
export const UserTypes = ({ chosen, choose }: UserTypesProps) => (
  <fieldset className="user-types">
    <legend>I belong to</legend>
    {userTypes.map((type) => (
      <label key={type} className="user-type">
        <input type="radio" name="user-type" checked={type === chosen} onChange={() => choose(type)} />
        {labels[type]}
      </label>
    ))}
  </fieldset>
)
