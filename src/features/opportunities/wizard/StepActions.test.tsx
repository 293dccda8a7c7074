import { render, screen } from '@testing-library/react'
import { Formik } from 'formik'
import { valuesFrom } from '../form/values'
import { StepActions } from './StepActions'
import { StepList } from './StepList'
import type { Step } from './steps'

const show = (step: Step) =>
  render(
    <Formik initialValues={valuesFrom(undefined)} onSubmit={() => {}}>
      <>
        <StepList step={step} goTo={undefined} />
        <StepActions step={step} goTo={() => {}} goToField={() => {}} save={() => {}} cancel={() => {}} />
      </>
    </Formik>,
  )

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

describe('the steps of the wizard', () => {
  it.each([
    [1, ['Next', 'Cancel', 'Opportunity Name']],
    [2, ['Back', 'Next', 'Cancel', 'Source Name']],
    [3, ['Back', 'Save', 'Save & Add Bid', 'Cancel']],
    [4, []],
    [5, []],
  ] as const)('[OPN-1, OPN-7] step %d offers %j', (step, offered) => {
    show(step)
    expect(buttons()).toEqual(offered)
    const current = screen.queryByRole('listitem', { current: 'step' })
    expect(current?.textContent?.startsWith(String(step)) ?? false).toBe(step < 5)
  })
})
