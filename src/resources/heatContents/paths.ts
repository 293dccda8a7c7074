export const heatContentPaths = { list: '/mpg/heat-contents' } as const
