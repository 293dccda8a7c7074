import { useRow } from '../../api/kit/hooks'

/** 'Texas' */
export const StateName = ({ id }: { id: number }) => useRow('states', id)?.name
