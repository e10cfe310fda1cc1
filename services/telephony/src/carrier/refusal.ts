import type { CarrierError } from '@crm/domain/carrier/carrier-error.js';
import { type AppError, invalid, unavailable, upstreamFailed } from '@crm/platform/errors/app-error.js';

/** What a person is told of it: 422, 503, or 502, with a sentence for what is the operator's to put right. */
export function refusalOf(error: CarrierError): AppError {
  switch (error.kind) {
    case 'over':
      return invalid({}, 'The call has already ended');
    case 'refused':
      return invalid({}, `The carrier refused: ${error.message}`);
    case 'rate':
      return unavailable('Too many calls at once, please try again', error);
    case 'account':
      return upstreamFailed(`Calls cannot be made: ${error.message}. Please contact an admin`, error);
    case 'unknown':
      return upstreamFailed('The carrier does not answer, please try again', error);
  }
}
