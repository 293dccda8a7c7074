import { defineResource } from '../kit/resource'

export const users = defineResource('users', {
  table: 'users',
  search: ['username', 'first_name', 'last_name', 'email'],
  keys: { username: 'username', first_name: 'first_name', last_name: 'last_name', email: 'email' },
  unique: { username: 'This username is in use.' },
})
