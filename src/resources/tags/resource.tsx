import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import { defineResourceView } from '../kit/resourceView'
import { tagPaths } from './paths'
import { TagBadges } from './TagBadges'

/** Marks of opportunities (TAG-1, TAG-3). */
export const tags = defineResourceView('tags', {
  noun: ['tag', 'tags'],
  list: tagPaths.list,
  Name: ({ id }) => <TagBadges ids={[id]} />,
  menu: { group: 'administration', Icon: TagsOutlined },
  creation: { to: tagPaths.list, isDialog: true },
  emptyDescription: 'Tags sort opportunities by what they have in common: the season, the index, the region.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
