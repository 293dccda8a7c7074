import LineChartOutlined from '@ant-design/icons/es/icons/LineChartOutlined'
import { defineResourceView } from '../kit/resourceView'
import { curvePaths } from './paths'

/** Forward curves, on which the prices of NYMEX+ and index quotes rest (CRV-1). */
export const curves = defineResourceView('curves', {
  noun: ['curve', 'curves'],
  ...curvePaths,
  menu: { group: 'administration', Icon: LineChartOutlined },
  creation: { to: curvePaths.list, isDialog: true },
  emptyDescription:
    'Forward curves hold what each delivery month costs as of a trade date: NYMEX, indices, basis.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
