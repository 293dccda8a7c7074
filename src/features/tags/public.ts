export { tagRoutes } from './routes'
