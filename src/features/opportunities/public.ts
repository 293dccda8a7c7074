export { opportunityRoutes } from './routes'
