import type { ReactNode } from 'react'
import { usePageTitle } from '../../ui/page'
import './light-page.css'

interface LightPageProps {
  title: string
  children: ReactNode
}

/** A page without the frame: one quiet card in the middle. */
export const LightPage = ({ title, children }: LightPageProps) => {
  usePageTitle(title)
  return (
    <main className="light-page" id="content">
      <div className="light-card">
        <p className="brand">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Citygate
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
