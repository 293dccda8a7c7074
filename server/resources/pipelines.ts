import { defineResource } from '../kit/define'

export const pipelines = defineResource('pipelines', {
  table: 'pipelines',
  search: ['name', 'zone'],
  keys: { name: 'name', zone: 'zone' },
  unique: { name: 'A pipeline with this name exists already.' },
})
