import type { ReactNode } from 'react'
import { usePageTitle } from './pageState'
import './light-page.css'

interface LightPageProps {
  title: string
  /** Introduction for first-time visitors. */
  about?: string
  /** The card has the width of two columns. */
  wide?: true
  children: ReactNode
}

/** A page outside the layout: one centered card. */
export const LightPage = ({ title, about, wide, children }: LightPageProps) => {
  usePageTitle(title)
  return (
    <main className="light-page" id="content">
      <div className={wide ? 'light-card light-card-wide stack panel' : 'light-card stack panel'}>
        <p className="brand line">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Citygate
        </p>
        {about && <p className="quiet">{about}</p>}
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
