import type { Row } from '../../contract'

/** An organization's name as its screens write it (part 2 §3). */
export const organizationName = ({ name }: Pick<Row<'organizations'>, 'name'>) => name.toUpperCase()
