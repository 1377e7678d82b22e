import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * svc_at_ + 40 random base62 characters + 6 base62 characters of their CRC-32.
 * The checksum rejects a mistyped token without a query, and lets secret scanners recognise a real one.
 */
const prefix = 'svc_at_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^svc_at_[0-9A-Za-z]{46}$/

export function mintToken(): string {
  const secret = Array.from({ length: 40 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return tokenOf(secret)
}

/** The whole token around its 40 secret characters. */
export const tokenOf = (secret: string): string => prefix + secret + checksum(secret)

export function isWellFormed(token: string): boolean {
  return shape.test(token) && checksum(token.slice(7, 47)) === token.slice(47)
}

/** All that the database stores of a token, beside its last four characters. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
