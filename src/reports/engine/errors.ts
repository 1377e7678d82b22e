import { ApiError, retryAfter } from '../../http/contract/errors.ts'

/** Why there are no results this time. The sentence is for whoever asked, as an answer or in place of the results. */
class ReportError extends ApiError {}

export const tooSlow = () =>
  new ReportError('Invalid', 'This insight took longer than 10 seconds. Choose a shorter date range or fewer groups.')
export const busy = () =>
  new ReportError('Unavailable', 'The service is busy with reports. Try again in a few seconds.', {}, retryAfter(5))
/** Read by nobody but the log: whoever asked has gone away. */
export const clientGone = () => new ReportError('CallerLeft', 'These results are not waited for any more.')

export const isReportError = (error: unknown): error is ApiError => error instanceof ReportError
