import { signOutPaths } from '../features/session/signOutPaths'
import { setupPaths } from '../records/mailAccount/setupPaths'
import { workingHoursPath } from '../records/workingHours/paths'
import { takes } from '../ui/page/pageRoute'

const paths: readonly string[] = [...signOutPaths, ...Object.values(setupPaths), workingHoursPath]

/** Whether the application shows a page at an address to whoever is not signed in; it alone can, since it needs the store. */
export const isLightPath = (pathname: string) => paths.some((path) => takes(path, pathname))
