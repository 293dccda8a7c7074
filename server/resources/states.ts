import { defineResource } from '../kit/resource'

export const states = defineResource('states', { table: 'states', search: ['name', 'acronym'] })
