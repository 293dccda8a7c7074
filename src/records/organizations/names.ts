import type { Row } from '../../contract'

/** An organization's display name (part 2 §3). */
export const organizationName = ({ name }: Pick<Row<'organizations'>, 'name'>) => name.toUpperCase()
