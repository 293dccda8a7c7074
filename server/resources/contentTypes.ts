import { defineResource } from '../kit/define'

export const contentTypes = defineResource('contentTypes', { search: ['model'] })
