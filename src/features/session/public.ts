export { loginPathFor } from './returnUrl'
export { sessionRoutes } from './routes'
