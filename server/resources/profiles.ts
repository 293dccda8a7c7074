import { defineResource } from '../kit/resource'

export const profiles = defineResource('profiles', { table: 'profiles', search: [] })
