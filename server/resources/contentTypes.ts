import { defineResource } from '../kit/resource'

export const contentTypes = defineResource('contentTypes', { table: 'content_types', search: ['model'] })
