/** What the notes and files of an organization hang on. */
export const organizationObjectId = (id: number) => `organization-${id}`
