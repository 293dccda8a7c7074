export { bidRoutes } from './routes'
export { BidsTable } from './BidsTable'
