import { ApiError, retryAfter } from '../../http/contract/errors.ts'

/** An error whose message also takes the place of the results. */
class ReportError extends ApiError {}

export const tooSlow = () =>
  new ReportError('Invalid', 'This insight took longer than 10 seconds. Choose a shorter date range or fewer groups.')
export const busy = () =>
  new ReportError('Unavailable', 'The service is busy with reports. Try again in a few seconds.', {}, retryAfter(5))
/** Only logged: the client has disconnected. */
export const clientGone = () => new ReportError('CallerLeft', 'These results are not waited for any more.')

export const isReportError = (error: unknown): error is ApiError => error instanceof ReportError
