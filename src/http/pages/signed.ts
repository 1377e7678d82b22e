import { createHmac, timingSafeEqual } from 'node:crypto'

/** Half of a SHA-256 cannot be guessed, and URLs stay short. Older values with a shorter MAC remain valid. */
const usualBytes = 16

/** The most characters of a signed value. A link or a cursor has fewer than 100. */
export const maxSignedLength = 200

/**
 * A value that clients send back, such as the target and expiry of a link. It is readable but cannot be forged: it is
 * signed with the organisation's key for one purpose, and is not valid for another.
 */
export function writeSigned(key: Buffer, purpose: readonly unknown[], value: unknown, macBytes = usualBytes): string {
  const text = Buffer.from(JSON.stringify(value))
  return Buffer.concat([macOf(key, purpose, text, macBytes), text]).toString('base64url')
}

/** The value, or undefined if the signature is not valid for this key and purpose. */
export function readSigned<Value>(
  key: Buffer,
  purpose: readonly unknown[],
  token: string,
  macBytes = usualBytes,
): Value | undefined {
  if (token.length > maxSignedLength) return undefined
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
