export const utilityStatePaths = { list: '/mpg/utility-states' } as const
