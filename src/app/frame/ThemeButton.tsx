import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined'
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { themeChoices, themeChosen } from '../../store/preferences'
import { themeLabels } from '../../ui/theme/labels'

const icons = { system: <DesktopOutlined />, light: <SunOutlined />, dark: <MoonOutlined /> }

/** Cycles through system, light and dark. */
export const ThemeButton = () => {
  const dispatch = useAppDispatch()
  const theme = useAppSelector((state) => state.preferences.theme)
  const next = themeChoices[(themeChoices.indexOf(theme) + 1) % themeChoices.length] ?? 'system'
  const label = `${themeLabels[theme]}. Change to: ${themeLabels[next].toLowerCase()}`
  return (
    <button
      type="button"
      className="bar-button"
      aria-label={label}
      data-tip={label}
      onClick={() => dispatch(themeChosen(next))}
    >
      {icons[theme]}
    </button>
  )
}
