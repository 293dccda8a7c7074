/** The past imports. */
export const importsPagePath = '/mpg/imports'
