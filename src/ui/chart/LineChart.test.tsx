import { fireEvent, render, screen } from '@testing-library/react'
import { movePointer } from '../../testing/pointer'
import { LineChart } from './LineChart'

const lines = [
  { name: '2025', points: [{ value: 10 }, undefined, { value: 1_200.5 }] },
  { name: '2026', points: [{ value: 20 }, { value: 30, isHollow: true, note: '50 % covered' }, undefined] },
]

const drawn = () => {
  const { container } = render(
    <LineChart places={['Jan', 'Feb', 'Mar']} lines={lines} unit="dth" format={String} isFromZero />,
  )
  const chart = container.querySelector('svg') ?? container
  jest.spyOn(chart, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 720, 240))
  return { container, chart }
}

test('[USE-10] a chart has round levels with their unit, and tells the values under the pointer', () => {
  const { chart } = drawn()
  for (const text of ['dth', '0', '500', '1000', '1500', 'Jan', 'Feb', 'Mar'])
    expect(screen.getByText(text)).toBeInTheDocument()
  movePointer(chart, 700)
  expect(screen.getByRole('tooltip', { hidden: true })).toHaveTextContent('Mar20251200.5 dth2026–')
  movePointer(chart, 400)
  expect(screen.getByRole('tooltip', { hidden: true })).toHaveTextContent('Feb2025–202630 dth 50 % covered')
  fireEvent.pointerLeave(chart)
  expect(screen.queryByRole('tooltip', { hidden: true })).not.toBeInTheDocument()
})

test('[USE-10] a line is interrupted where nothing is known', () => {
  const { container } = drawn()
  const points = [...container.querySelectorAll('polyline')].map((line) => line.getAttribute('points'))
  expect(points.map((text) => text?.split(' ').length)).toEqual([1, 1, 2])
})
