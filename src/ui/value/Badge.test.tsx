import { render, screen } from '@testing-library/react'
import { Badge } from './Badge'

describe('a badge', () => {
  it.each([
    ['#b3261e', 'rgb(179, 38, 30)', 'rgb(255, 255, 255)'],
    ['#fd0', '#fd0', 'rgb(0, 0, 0)'],
  ])(
    '[OPL-2] is a tag of antd in its colour %s, with a text that can be read on it',
    (color, background, text) => {
      render(<Badge text="Credit hold" color={color} />)
      const badge = screen.getByText('CREDIT HOLD')
      expect(badge).toHaveClass('ant-tag')
      expect(badge).toHaveStyle({ backgroundColor: background, color: text })
    },
  )

  it.each(['', 'red', 'processing'])(
    '[OPL-2] leaves its colours to the theme where its own is "%s"',
    (color) => {
      render(<Badge text="Usage" color={color} asWritten />)
      const badge = screen.getByText('Usage')
      expect(badge).toHaveClass('ant-tag', 'ant-tag-filled')
      expect(badge).not.toHaveAttribute('style', expect.stringContaining('color'))
    },
  )
})
