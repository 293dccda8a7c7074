/** The object id of an opportunity's notes and files (OPD-10). */
export const objectIdOf = (id: number) => `opportunity-${id}`
