/** What the notes and files of a contact hang on (CON-9). */
export const contactObjectId = (id: number) => `contact-${id}`
