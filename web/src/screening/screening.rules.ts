import { stateName } from '@crm/contracts/codes/states.js';
import {
  maxListAgeDays,
  suppressionScopeNames,
  type LoadedList,
  type ScreeningState,
} from '@crm/contracts/customers/suppression.js';
import { shownDate, shownInstant } from '@crm/contracts/time/pacific.js';

/** One line of what numbers are screened by, and whether something is to be done about it. */
export interface ScreeningLine {
  text: string;
  severity: 'info' | 'warning' | 'error';
}

const nameOf = ({ scope, state, name }: LoadedList) => {
  if (scope === 'state' && state !== null) return `List of ${stateName(state)}`;
  return scope === 'own' ? `Own list “${name}”` : suppressionScopeNames[scope];
};

function lineOf(list: LoadedList): ScreeningLine {
  const days = `${String(list.age_days)} ${list.age_days === 1 ? 'day' : 'days'} old`;
  const text = `${nameOf(list)} of ${shownDate(list.as_of)}, ${days}`;
  // Our own word does not age.
  return list.scope !== 'own' && list.age_days > maxListAgeDays
    ? { text: `${text}: the dialler is closed, load a newer one`, severity: 'error' }
    : { text, severity: 'info' };
}

/** What numbers are screened by, the national list first: where none is loaded that is said, and never that they are clean. */
export function screeningLines({ lists, scrub }: ScreeningState): ScreeningLine[] {
  const national = lists.filter(({ scope }) => scope === 'national');
  const others = lists.filter(({ scope }) => scope !== 'national');
  const ofScrub: ScreeningLine[] = !scrub.is_configured
    ? []
    : scrub.problem !== ''
      ? [{ text: scrub.problem, severity: 'error' }]
      : scrub.answered_at === null
        ? [{ text: 'The scrub service was not asked yet', severity: 'warning' }]
        : [
            {
              text: `Screened by the scrub service, last at ${shownInstant(scrub.answered_at)}`,
              severity: 'info',
            },
          ];
  return [
    ...(national.length === 0
      ? [{ text: 'No national list loaded', severity: 'warning' as const }]
      : national.map(lineOf)),
    ...others.map(lineOf),
    ...ofScrub,
  ];
}
