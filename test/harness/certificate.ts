import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

export interface Certificate {
  /** PEM */
  cert: string
  /** PEM */
  key: string
}

const sequence = (...parts: Buffer[]) => element(0x30, ...parts)
const set = (...parts: Buffer[]) => element(0x31, ...parts)
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')

/** A certificate that signs itself. A client trusts it that has it as its authority. It is made here so that no key is in the repository. */
export function selfSigned(names: string[], { expiresAt = Date.now() + 86_400_000 } = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const subject = sequence(set(sequence(commonName, element(0x0c, Buffer.from(names[0]!)))))
  const altNames = sequence(...names.map((name) => element(0x82, Buffer.from(name))))
  const content = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    subject,
    sequence(timeOf(expiresAt - 2 * 86_400_000), timeOf(expiresAt)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(sequence(subjectAltName, element(0x04, altNames)))),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const der = sequence(content, ecdsaWithSha256, element(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

/** An element of DER: tag, length, content. */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...lengthBytes), content])
}

const timeOf = (milliseconds: number): Buffer =>
  element(0x18, Buffer.from(`${new Date(milliseconds).toISOString().replace(/[-:T]|\..*/g, '')}Z`))
