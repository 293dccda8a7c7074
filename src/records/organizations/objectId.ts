/** The object id of an organization's notes and files. */
export const organizationObjectId = (id: number) => `organization-${id}`
