import { useRow } from '../../api/kit/hooks'

/** The user name of a user. */
export const Username = ({ id }: { id: number }) => useRow('users', id)?.username
