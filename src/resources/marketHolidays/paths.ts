export const marketHolidayPaths = { list: '/mpg/market-holidays' } as const
