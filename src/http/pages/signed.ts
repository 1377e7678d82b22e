import { createHmac, timingSafeEqual } from 'node:crypto'

/** Half of a SHA-256: nobody guesses it, and addresses stay short. What is out there with a shorter one stays good. */
const usualBytes = 16

/** Characters of the longest signed value, with room to spare: a link or a cursor has fewer than 100. */
export const longestSigned = 200

/**
 * A value that is handed out to be brought back, such as what a link opens and until when. It can be read by anybody and made by
 * nobody else: it is signed with the organisation's key for one purpose, and is worth nothing for another.
 */
export function writeSigned(key: Buffer, purpose: readonly unknown[], value: unknown, macBytes = usualBytes): string {
  const text = Buffer.from(JSON.stringify(value))
  return Buffer.concat([macOf(key, purpose, text, macBytes), text]).toString('base64url')
}

/** The value, or undefined for what was never signed so. */
export function readSigned<Value>(
  key: Buffer,
  purpose: readonly unknown[],
  token: string,
  macBytes = usualBytes,
): Value | undefined {
  if (token.length > longestSigned) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const [mac, text] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)]
  const isOurs =
    bytes.toString('base64url') === token &&
    mac.length === macBytes &&
    timingSafeEqual(mac, macOf(key, purpose, text, macBytes))
  return isOurs ? (JSON.parse(text.toString()) as Value) : undefined
}

const macOf = (key: Buffer, purpose: readonly unknown[], text: Buffer, macBytes: number): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(purpose)).update(text).digest().subarray(0, macBytes)
