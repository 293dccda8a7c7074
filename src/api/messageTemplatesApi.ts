import { crudApi } from './kit/crudApi'

/** Message templates. */
export const messageTemplatesApi = crudApi('messageTemplates')
