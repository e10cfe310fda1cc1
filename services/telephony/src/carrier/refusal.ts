import type { CarrierError } from '@crm/platform/carrier/carrier-error.js';
import { AppError, invalid, unavailable, upstreamFailed } from '@crm/platform/errors/app-error.js';
import type { Logger } from '@crm/platform/log/logger.js';

/** What a person is told of it: 422, 503, 502, or 500 with a word to whoever runs this. */
export function refusalOf(error: CarrierError, log: Logger): AppError {
  switch (error.kind) {
    case 'over':
      return invalid({}, 'The call has ended already');
    case 'refused':
      return invalid({}, `The carrier refused: ${error.message}`);
    case 'rate':
      return unavailable('Too many calls at once, please try again', error);
    case 'ours':
      log.error({ err: error, code: error.code }, 'ALARM: the carrier refuses our credentials or our number');
      return new AppError('server_error', 'Calls cannot be made at the moment', { cause: error });
    case 'unknown':
      return upstreamFailed('The carrier does not answer, please try again', error);
  }
}
