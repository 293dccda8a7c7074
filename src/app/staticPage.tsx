/* Written at build time into the served page by scripts/staticPage.cjs: what depends on neither user nor time. */
import { renderToStaticMarkup } from 'react-dom/server'
import { themeSheet } from '../ui/theme/themeSheet'
import { Skeleton } from './Skeleton'

export const theme = themeSheet()
export const skeleton = renderToStaticMarkup(<Skeleton />)
