/** What makes an organisation's pages its own: a colour and a logo. */

/** Lower case, so that equal colours are equal texts. */
export const colourPattern = '^#[0-9a-f]{6}$'

export const maxLogoBytes = 200 * 1024

export const tooLarge = `must be at most ${maxLogoBytes / 1024} KB.`

export interface Logo {
  type: string
  bytes: Buffer
}

const startOf = (bytes: Buffer) => bytes.toString('utf8', 0, 2000)

/** Comments and declarations may precede the first element of an SVG. A comment can end in one place only: no backtracking. */
const svg = /^\uFEFF?\s*(?:(?:<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!doctype svg[^>]*>)\s*)*<svg[\s>]/i

/** The beginning of each kind of file. */
const kinds: { type: string; matches(bytes: Buffer): boolean }[] = [
  { type: 'image/png', matches: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  { type: 'image/jpeg', matches: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    type: 'image/webp',
    matches: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
  { type: 'image/svg+xml', matches: (bytes) => svg.test(startOf(bytes)) },
]

/** The type is taken from the content, whatever the file is called. */
export function checkLogo(bytes: Buffer): { logo?: Logo; error?: string } {
  if (bytes.length > maxLogoBytes) return { error: tooLarge }
  const kind = kinds.find(({ matches }) => matches(bytes))
  return kind ? { logo: { type: kind.type, bytes } } : { error: 'must be a PNG, JPEG, WebP or SVG image.' }
}

const dataUrl = /^data:image\/[a-z+]+;base64,([A-Za-z0-9+/]+={0,2})$/

/** The logo of a data URL, the form that bundles have. */
export function logoOf(text: string): { logo?: Logo; error?: string } {
  const [, base64] = dataUrl.exec(text) ?? []
  if (!base64) return { error: 'must be an image as a data URL: data:image/png;base64,…' }
  return checkLogo(Buffer.from(base64, 'base64'))
}

export const logoText = ({ type, bytes }: Logo): string => `data:${type};base64,${bytes.toString('base64')}`
