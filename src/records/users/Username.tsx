import { useRow } from '../../api/kit/hooks'

/** Who somebody is, by the name under which they sign in. */
export const Username = ({ id }: { id: number }) => useRow('users', id)?.username
