import { isWellFormed } from '../access/token-format.ts'
import { basePath, urlOf } from '../http/server/listen.ts'
import { readConfig } from '../process/config.ts'
import { UsageFailure } from '../process/failure.ts'

/** A token that is not well-formed is never sent, nor printed. */
export function tokenOf({ token = process.env.WATTLE_TOKEN ?? '' }: { token?: string }): string {
  if (!token.trim())
    throw new UsageFailure('There is no token: set WATTLE_TOKEN to one that wattle token create has printed.')
  if (isWellFormed(token.trim())) return token.trim()
  throw new UsageFailure(
    'The token in WATTLE_TOKEN or --token is not complete, or mistyped: it is svc_at_ and 46 letters and digits.',
  )
}

/** The address of the service, without a path of the API. */
export function serviceUrl(text = process.env.WATTLE_URL): string {
  const { host, port } = readConfig()
  if (!text) return urlOf(host, port)
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !['http:', 'https:'].includes(url.protocol))
    throw new UsageFailure(
      'WATTLE_URL or --url must be the address of the service, such as https://care.example.org, without a user name, password or query.',
    )
  return url.href.replace(/\/+$/, '').replace(new RegExp(`${basePath}$`), '')
}
