type Rgb = [red: number, green: number, blue: number]

const parseHex = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const formatHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** The WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(parseHex(one)), luminance(parseHex(other))].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** White or black, whichever has more contrast on a colour. */
export const textColourOn = (colour: string): string =>
  contrast('#ffffff', colour) >= contrast('#000000', colour) ? '#ffffff' : '#000000'

/** A colour with a share of another, from 0 to 1. */
export function mix(colour: string, other: string, share: number): string {
  const goal = parseHex(other)
  return formatHex(parseHex(colour).map((part, at) => part + (goal[at]! - part) * share) as Rgb)
}

/** The colour, darkened or lightened until it has enough contrast on the background. */
export function readable(colour: string, background: string, minContrast = 4.5): string {
  const goal = luminance(parseHex(background)) > 0.18 ? '#000000' : '#ffffff'
  for (let step = 0; step < 20; step++) {
    const mixed = mix(colour, goal, step / 20)
    if (contrast(mixed, background) >= minContrast) return mixed
  }
  return goal
}
