/** Sales people of opportunities are texts; users are found among them by their names. */
import type { Row } from '../../src/contract'
import { fold } from '../kit/fold'

/** The names by which opportunities can call a user, in the form of `sales_represented_key`: user name and full name. */
export const salesNamesOf = ({
  username,
  first_name,
  last_name,
}: Pick<Row<'users'>, 'username' | 'first_name' | 'last_name'>): string[] =>
  [username, [first_name, last_name].filter(Boolean).join(' ')].filter(Boolean).map((name) => fold(name))
