export { tagRoutes } from './routes'
export { TagBadges } from './TagBadges'
export { TagsField } from './TagsField'
export { useAllTags } from './useAllTags'
