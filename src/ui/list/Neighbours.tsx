import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import type { ReactNode } from 'react'
import { LinkButton } from '../page/LinkButton'
import './neighbours.css'

interface Neighbour {
  /** Undefined until known. */
  name: string | undefined
  to: string
}

interface NeighboursProps {
  /** Undefined at the list's start. */
  previous: Neighbour | undefined
  /** Undefined at its end. */
  next: Neighbour | undefined
}

interface StepProps {
  word: string
  neighbour: Neighbour | undefined
  icon: ReactNode
}

const Step = ({ word, neighbour, icon }: StepProps) => {
  if (!neighbour)
    // Keeps the position of the other one.
    return (
      <span className="neighbours-end" aria-hidden>
        {icon}
      </span>
    )
  const label = neighbour.name ? `${word}: ${neighbour.name}` : word
  return <LinkButton to={neighbour.to} icon={icon} aria-label={label} title={label} />
}

/** Links to the previous and next record in the list that the record was opened from. */
export const Neighbours = ({ previous, next }: NeighboursProps) => (
  <nav className="neighbours" aria-label="Neighbours in the list">
    <Step word="Previous" neighbour={previous} icon={<LeftOutlined aria-hidden />} />
    <Step word="Next" neighbour={next} icon={<RightOutlined aria-hidden />} />
  </nav>
)
