export type { Call, CallOptions, List, ListOptions, RateLimit, WithResponse } from './calls.ts'
export type { Environment } from './environment.ts'
export {
  ApiError,
  Conflict,
  ConnectionError,
  type ErrorBody,
  Forbidden,
  Invalid,
  InvalidWebhook,
  NotFound,
  RateLimited,
  ServerError,
  TimeoutError,
  TooLarge,
  Unauthenticated,
  Unavailable,
  WattleError,
} from './errors.ts'
export type { FollowOptions, Position } from './follow.ts'
export type * from './generated/api.ts'
export { version } from './generated/operations.ts'
export type { Resources } from './generated/resources.ts'
export type { Token } from './transport.ts'
export { Wattle, type WattleOptions } from './wattle.ts'
export { type VerifyOptions, verifyWebhook, type WebhookEvent } from './webhook.ts'
