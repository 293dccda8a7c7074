import { renderHook } from '@testing-library/react'
import { PageProvider, usePageTitle } from './pageState'

test.each([
  ['Deal 001', 'Deal 001 · Citygate'],
  ['شركة الغاز', '\u2068شركة الغاز\u2069 · Citygate'],
  ['חברת הגז 7', '\u2068חברת הגז 7\u2069 · Citygate'],
])('[K8] a page called %j does not turn round the rest of its title', (name, title) => {
  renderHook(() => usePageTitle(name), { wrapper: PageProvider })
  expect(document.title).toBe(title)
})
