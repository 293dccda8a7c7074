/** Paths of tags. */
export const tagPaths = { list: '/mpg/tags' } as const
