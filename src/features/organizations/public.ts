export { OrganizationField } from './OrganizationField'
