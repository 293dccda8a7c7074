import { signOutPaths } from '../features/session/signOutPaths'
import { setupPaths } from '../resources/mailAccount/setupPaths'
import { workingHoursPath } from '../resources/workingHours/paths'
import { takes } from '../ui/page/pageRoute'

const paths: readonly string[] = [...signOutPaths, ...Object.values(setupPaths), workingHoursPath]

/** Whether the page at a path requires the store even without a session. */
export const isLightPath = (pathname: string) => paths.some((path) => takes(path, pathname))
