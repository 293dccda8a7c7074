/** The object id of a contact's notes and files (CON-9). */
export const contactObjectId = (id: number) => `contact-${id}`
