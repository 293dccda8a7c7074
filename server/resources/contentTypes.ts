import { defineResource } from '../kit/define'

export const contentTypes = defineResource('contentTypes', { table: 'content_types', search: ['model'] })
