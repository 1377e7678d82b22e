import { InvalidWebhook, WattleError } from './errors.ts'
import type { WebhookData, WebhookDetails } from './generated/api.ts'

/** What a webhook sends. `type` says which `data.detail` it has; a later release may add types. */
export type WebhookEvent = {
  [Type in keyof WebhookDetails]: {
    type: Type
    /** The time of the change. */
    timestamp: string
    data: WebhookData & { detail: WebhookDetails[Type] }
  }
}[keyof WebhookDetails]

export interface VerifyOptions {
  /** How far the time of the request may be from now; 300 if not given. */
  toleranceSeconds?: number
  /** Milliseconds since 1970, for tests. */
  now?: number
}

type HeadersOfRequest = Headers | Record<string, string | string[] | undefined>

/**
 * The event of a webhook, if the request is signed with the secret, or one of the secrets while one is rotated. Otherwise it
 * rejects with `InvalidWebhook`. Give it the body as it was received: a body that was parsed and written again has another
 * signature.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeadersOfRequest,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody)
  const keys = await keysOf(typeof secret === 'string' ? [secret] : (secret ?? []))
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures)
    throw new InvalidWebhook(
      'The request lacks webhook-id, webhook-timestamp or webhook-signature: it is none of a webhook.',
    )
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new InvalidWebhook(
      `The timestamp of the request is more than ${toleranceSeconds} seconds from now: it is an old request that somebody sends again, or a clock is wrong.`,
    )
  const signed = joined(bytesOf(`${id}.${timestamp}.`), body)
  const { subtle } = cryptoOf()
  // The runtime compares in constant time.
  for (const signature of signaturesOf(signatures))
    for (const key of keys) if (await subtle.verify('HMAC', key, signature, signed)) return JSON.parse(textOf(body))
  throw new InvalidWebhook(
    'The request is not signed with this secret, or its body is not the one that was received. Give verifyWebhook the raw body, before it is parsed.',
  )
}

/** More than the service sends. Each costs a hash of the body, and anybody can send such a request. */
const maxSignatures = 10
const signatureBytes = 32

const signaturesOf = (header: string) =>
  header
    .split(' ', 100)
    .flatMap((text) => (text.startsWith('v1,') ? (fromBase64(text.slice(3)) ?? []) : []))
    .filter(({ length }) => length === signatureBytes)
    .slice(0, maxSignatures)

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
  throw new WattleError(
    'verifyWebhook needs the body as it was received, as text or bytes, and not a parsed object: parsing changes what was signed. In Express use express.raw({ type: "application/json" }), in Fastify a parser with parseAs: "buffer", in a fetch handler await request.text().',
  )
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

function headerOf(headers: HeadersOfRequest, name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined
  const all = headers as Record<string, string | string[] | undefined>
  const value = all[name] ?? all[Object.keys(all).find((key) => key.toLowerCase() === name) ?? '']
  return Array.isArray(value) ? value[0] : value
}

function keysOf(secrets: readonly string[]) {
  if (secrets.length === 0 || !secrets.every((secret) => secret))
    throw new WattleError('The secret of the webhook is missing or empty: POST /webhooks shows it in its response.')
  const { subtle } = cryptoOf()
  return Promise.all(
    secrets.map((secret) => {
      const key = fromBase64(secret.replace(/^whsec_/, ''))
      if (!key?.length)
        throw new WattleError('The secret of the webhook must be whsec_ and base64, as POST /webhooks shows it.')
      return subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    }),
  )
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    // Some tools drop the padding, or add to it.
    return Uint8Array.from(atob(text.replace(/=+$/, '')), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function cryptoOf(): typeof globalThis.crypto {
  const { crypto } = globalThis
  if (crypto?.subtle) return crypto
  throw new WattleError(
    'verifyWebhook needs Web Crypto. Start Node 18 with --experimental-global-webcrypto, or use Node 20. In a browser it needs https.',
  )
}
