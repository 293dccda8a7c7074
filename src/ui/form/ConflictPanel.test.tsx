import { render, screen } from '@testing-library/react'
import { ConflictPanel } from './ConflictPanel'

const days = (count: number) => (
  <>
    {count}
    <span className="quiet"> days before the end</span>
  </>
)

it('[OPE-5] keeps the parts of a value to choose together, so that its number is not squeezed beside its unit', () => {
  render(
    <ConflictPanel
      by="broker"
      isOwn={false}
      at="2026-11-30T11:10:00Z"
      times={1}
      lines={[
        {
          name: 'notice_open_days',
          label: 'Notice Opens',
          was: days(200),
          theirs: days(150),
          mine: days(160),
          isVisible: true,
        },
      ]}
      chosen={{}}
      choose={() => undefined}
      reload={() => undefined}
      save={() => undefined}
    />,
  )
  for (const [name, text] of [
    ['Take theirs: Notice Opens', '150 days before the end'],
    ['Keep yours: Notice Opens', '160 days before the end'],
  ] as const)
    expect(screen.getByRole('radio', { name }).nextElementSibling).toHaveTextContent(text)
})
