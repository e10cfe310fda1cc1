import { stateName, type StateCode } from '@crm/contracts/codes/states.js';
import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import {
  maxListAgeDays,
  suppressionScopeNames,
  type SuppressionScope,
} from '@crm/contracts/customers/suppression.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';

/** A list, by what decides. */
export interface DatedList {
  scope: SuppressionScope;
  state: StateCode | null;
  /** YYYY-MM-DD. */
  as_of: string;
}

/** A written consent that holds. No channel: the sender named none. */
export interface WrittenConsent {
  at: Date | null;
  channels: readonly ContactChannel[];
}

/** All that is known of a number's lists when somebody wants to call or text it. */
export interface Suppression {
  /** The lists that it is on. */
  hits: readonly DatedList[];
  /** The files that are loaded and in force. */
  loaded: readonly DatedList[];
  /** When the scrub service last looked the number up in a national list; null where it never did. */
  scrubbedAt: Date | null;
  /** Whether such a service is asked at all. */
  isScrubbing: boolean;
  /** Written consents of the person with this number; read for numbers on a list alone. */
  consents: readonly WrittenConsent[];
}

/** What is known without any list and without a scrub service. */
export const unscreened: Suppression = {
  hits: [],
  loaded: [],
  scrubbedAt: null,
  isScrubbing: false,
  consents: [],
};

interface Asked {
  channel: ContactChannel;
  suppression: Suppression;
  /** The states where the customer may be. */
  states: readonly (StateCode | null)[];
  isCustomer: boolean;
  now: Date;
}

export interface SuppressionRefusal {
  sentence: string;
  /** No override of an admin sets it aside. */
  isAbsolute: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whole days from a plain date to the one that an instant falls on in Los Angeles; none for one that is still to come. */
export const ageInDays = (as_of: string, now: Date): number =>
  Math.max(0, Math.round((Date.parse(pacificDate(now)) - Date.parse(as_of)) / dayMs));

export const isOutdated = (list: Pick<DatedList, 'as_of'>, now: Date): boolean =>
  ageInDays(list.as_of, now) > maxListAgeDays;

/** What a list is called within a sentence. */
export function listName({ scope, state }: Pick<DatedList, 'scope' | 'state'>): string {
  if (scope === 'state' && state !== null) return `list of ${stateName(state)}`;
  const name = suppressionScopeNames[scope];
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const consentsFor = ({ suppression: { consents }, channel }: Asked) =>
  consents.filter(({ channels }) => channels.length === 0 || channels.includes(channel));

const isAskedFor = (asked: Asked) => consentsFor(asked).length > 0 || asked.isCustomer;

/** A consent that is older than the news that the number changed hands is somebody else's; one without a date may be. */
function reassignedRefusal(asked: Asked, { as_of }: DatedList): SuppressionRefusal | undefined {
  const dates = consentsFor(asked).flatMap(({ at }) => at ?? []);
  const at = dates.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
  if (at !== null && pacificDate(at) > as_of) return undefined;
  const since = at === null ? '' : ` since the consent of ${pacificDate(at)}`;
  return {
    sentence: `The number changed hands${since}: it is on the list of reassigned numbers`,
    isAbsolute: false,
  };
}

function refusalBy(asked: Asked, hit: DatedList): SuppressionRefusal | undefined {
  switch (hit.scope) {
    case 'own':
      return { sentence: 'The number is on our own list', isAbsolute: true };
    case 'litigator':
      return { sentence: 'The number is on the litigator list', isAbsolute: true };
    case 'reassigned':
      return reassignedRefusal(asked, hit);
    case 'national':
    case 'state':
      return isAskedFor(asked)
        ? undefined
        : {
            sentence: `The number is on the ${listName(hit)}, and there is no written consent`,
            isAbsolute: false,
          };
  }
}

/**
 * Why a number may not be called or texted by the lists that it is on; undefined where none forbids it. Own and litigator
 * lists always do; the national and a state's do unless there is written consent or the person is a customer; that of
 * reassigned numbers does unless the consent is newer. An e-mail is on no list.
 */
export function suppressionRefusal(asked: Asked): SuppressionRefusal | undefined {
  if (asked.channel === 'email') return undefined;
  const refusals = asked.suppression.hits.flatMap((hit) => refusalBy(asked, hit) ?? []);
  return refusals.find(({ isAbsolute }) => isAbsolute) ?? refusals[0];
}

const isFresh = (at: Date | null, now: Date) =>
  at !== null && now.getTime() - at.getTime() <= maxListAgeDays * dayMs;

/** Whether a number was looked up in a national list that may be relied on: by the scrub service, or in the loaded file. */
export function isScreened({
  suppression: { loaded, scrubbedAt },
  now,
}: Pick<Asked, 'suppression' | 'now'>): boolean {
  return (
    isFresh(scrubbedAt, now) || loaded.some((list) => list.scope === 'national' && !isOutdated(list, now))
  );
}

/**
 * Why the automatic dialler is closed for a number: a list that is loaded is too old and nothing newer was asked, or the
 * scrub service has not answered about the number yet. Undefined where it is open, and where no list was ever loaded.
 */
export function outdatedRefusal({ suppression, states, now }: Asked): string | undefined {
  const { loaded, scrubbedAt, isScrubbing } = suppression;
  if (isFresh(scrubbedAt, now)) return undefined;
  const binding = loaded.filter(
    ({ scope, state }) => scope !== 'own' && (scope !== 'state' || states.includes(state)),
  );
  const old = binding.find((list) => isOutdated(list, now));
  if (old !== undefined) {
    const days = String(ageInDays(old.as_of, now));
    return `The ${listName(old)} is ${days} days old: load a newer one`;
  }
  return isScrubbing && !isScreened({ suppression, now })
    ? `The number was not screened in the last ${String(maxListAgeDays)} days`
    : undefined;
}
