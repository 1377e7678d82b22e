import { etagOf } from '../responses/documents.ts'
import { mix, readable } from './colour.ts'
import { type Html, html } from './html.ts'

/** What makes a page that of an organisation. Records of pages have these fields. */
export interface Brand {
  /** Its name. */
  organisation: string
  slug: string
  /** `#1f6f54`; null for the usual colours. */
  colour: string | null
  /** Changes with the content of the logo; null without one. */
  logoTag: string | null
}

/** The columns of a brand, where `o` is the organisation. */
export const brandColumns = 'o.name as organisation, o.slug, o.colour, o.logo_tag as "logoTag"'

export const logosPath = '/logos/'
export const coloursPath = '/colours/'

const logoAddress = ({ slug, logoTag }: Brand): string => `${logosPath}${slug}/${logoTag}`

/** The name of a colour's stylesheet. It changes with the content, so that browsers may keep what they have read. */
const fileOf = (colour: string, stylesheet: string): string =>
  `${colour.slice(1)}-${etagOf(stylesheet).slice(0, 10)}.css`

/** The stylesheet with this name; undefined for any other name. It depends on the name only, so nothing is stored. */
export function stylesheetNamed(file: string): string | undefined {
  const [, digits] = /^([0-9a-f]{6})-/.exec(file) ?? []
  if (digits === undefined) return undefined
  const stylesheet = stylesheetOf(`#${digits}`)
  return file === fileOf(`#${digits}`, stylesheet) ? stylesheet : undefined
}

export const brandStyle = ({ colour }: Brand): Html | undefined =>
  colour === null
    ? undefined
    : html`<link rel="stylesheet" href="${coloursPath}${fileOf(colour, stylesheetOf(colour))}">\n`

/** The name and the logo at the top of a page. The name says what the logo shows. */
export const masthead = (brand: Brand | undefined): Html =>
  html`<header class="masthead">${
    brand &&
    html`<p dir="auto">${brand.logoTag !== null && html`<img class="logo" src="${logoAddress(brand)}" alt="">`}<span>${brand.organisation}</span></p>`
  }</header>`

/** The colours of controls and links on a page, for one colour scheme. */
interface Tones {
  /** Links, buttons and focus. */
  accent: string
  hovered: string
  /** The background of what is chosen. */
  soft: string
  /** Text on the accent. */
  text: string
}

/**
 * An organisation may have any colour, and texts in it must be readable. So the accent is that colour, darkened on a
 * light page and lightened on a dark one as far as needed. Against the least favourable background of each scheme in
 * web/shared/frame.css it has 4.5 and 7: light text on dark looks dimmer than it measures.
 */
export function tonesOf(colour: string): { light: Tones; dark: Tones } {
  const light = readable(colour, '#f5f4ea', 4.5)
  const dark = readable(colour, '#191e19', 7)
  return {
    light: { accent: light, hovered: mix(light, '#000000', 0.2), soft: mix(light, '#ffffff', 0.88), text: '#ffffff' },
    dark: { accent: dark, hovered: mix(dark, '#ffffff', 0.3), soft: mix(dark, '#191e19', 0.84), text: '#0d1a10' },
  }
}

/** The names are those of web/shared/frame.css. */
const rulesOf = ({ accent, hovered, soft, text }: Tones): string =>
  `--green:${accent};--green-deep:${hovered};--green-soft:${soft};--on-green:${text}`

function stylesheetOf(colour: string): string {
  const { light, dark } = tonesOf(colour)
  return `:root{--brand:${colour};${rulesOf(light)}}\n@media screen and (prefers-color-scheme:dark){:root{${rulesOf(dark)}}}\n`
}
