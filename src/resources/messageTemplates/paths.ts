import { crudPaths } from '../kit/crudPaths'

export const messageTemplatesPaths = crudPaths('/mpg/message-templates')
