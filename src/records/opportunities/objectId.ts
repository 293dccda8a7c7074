/** What the notes and files of an opportunity hang on (OPD-10). */
export const objectIdOf = (id: number) => `opportunity-${id}`
