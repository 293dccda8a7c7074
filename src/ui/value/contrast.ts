/** The linear value of an sRGB channel, 0 to 1 (WCAG 2.2, relative luminance). */
const linear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const channels = (hex: string): [number, number, number] | null => {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex)
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex)
  const parts = (short ?? long)?.slice(1).map((part) => parseInt(short ? part + part : part, 16))
  if (!parts) return null
  const [red = 0, green = 0, blue = 0] = parts
  return [red, green, blue]
}

/** The luminance of a hex colour, `#rgb` or `#rrggbb`; null for anything else. */
const luminance = (hex: string): number | null => {
  const rgb = channels(hex)
  return rgb && 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2])
}

/** The contrast ratio of two hex colours, 1 to 21; null where one of them is invalid. */
export const contrast = (first: string, second: string): number | null => {
  const [a, b] = [luminance(first), luminance(second)]
  return a === null || b === null ? null : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Black or white, the one with the higher contrast: always at least 4.5:1. Null for an invalid colour. */
export const textOn = (background: string): '#000000' | '#ffffff' | null => {
  const white = contrast(background, '#ffffff')
  return white === null ? null : white * white >= 21 ? '#ffffff' : '#000000'
}
