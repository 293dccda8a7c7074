/* Types of the package's modules that are imported separately; its own types cover only the whole package. */
declare module 'react-big-calendar/lib/Calendar' {
  export { Calendar as default } from 'react-big-calendar'
}

declare module 'react-big-calendar/lib/localizers/dayjs' {
  export { dayjsLocalizer as default } from 'react-big-calendar'
}

declare module 'react-big-calendar/lib/addons/dragAndDrop/EventWrapper' {
  import type { ComponentType, ReactNode } from 'react'
  const EventWrapper: ComponentType<{ event: object; children: ReactNode }>
  export { EventWrapper as default }
}
