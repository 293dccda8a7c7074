import { defineResource } from '../kit/define'

export const contentTypes = defineResource('contentTypes', {
  description: 'The kinds of record that notes and files can hang on.',
  routes: 'read',
  search: ['model'],
})
