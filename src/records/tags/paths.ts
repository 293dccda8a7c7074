/** Where tags are kept. */
export const tagPaths = { list: '/mpg/tags' } as const
