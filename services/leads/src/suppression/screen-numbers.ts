import type { LeadsContext } from '../context.js';
import { loadedLists } from './loaded-lists.js';
import { suppressedId, type NumberScreeningDoc, type SuppressedNumberDoc } from './suppression.model.js';
import { unscreened, type DatedList, type Suppression, type WrittenConsent } from './suppression.rules.js';

type Screener = Pick<LeadsContext, 'config' | 'suppressionLists' | 'numberScreenings' | 'suppressedNumbers'>;

/** Reads the written consents that hold for some numbers, by number. */
export type ConsentReader = (
  numbers: readonly string[],
) => Promise<(number: string) => readonly WrittenConsent[]>;

/**
 * What the lists say of some numbers, by number. Where no list is loaded and no scrub service is set up, the
 * store is not asked; a number's consents are read only where it is on a list.
 */
export async function screenNumbers(
  ctx: Screener,
  numbers: readonly string[],
  readConsents: ConsentReader,
): Promise<(number: string) => Suppression> {
  const isScrubbing = ctx.config.scrub !== undefined;
  const loaded = await loadedLists(ctx.suppressionLists);
  if ((loaded.length === 0 && !isScrubbing) || numbers.length === 0) return () => ({ ...unscreened, loaded });
  const ids = numbers.flatMap((number) => loaded.map(({ id }) => suppressedId(number, id)));
  const [onLists, screenings] = await Promise.all([
    ids.length === 0
      ? []
      : ctx.suppressedNumbers
          .find({ _id: { $in: ids } }, { _id: 1 })
          .lean<Pick<SuppressedNumberDoc, '_id'>[]>(),
    isScrubbing ? ctx.numberScreenings.find({ _id: { $in: [...numbers] } }).lean<NumberScreeningDoc[]>() : [],
  ]);
  const listed = new Set(onLists.map(({ _id }) => _id));
  const screened = new Map(screenings.map((each) => [each._id, each]));
  const hitsOf = (number: string): DatedList[] => [
    ...loaded.filter(({ id }) => listed.has(suppressedId(number, id))),
    ...(screened.get(number)?.scopes ?? []).filter((each) => each.listed),
  ];
  const onAny = numbers.filter((number) => hitsOf(number).length > 0);
  const consentsOf = onAny.length === 0 ? () => [] : await readConsents(onAny);
  return (number) => {
    const screening = screened.get(number);
    const isNational = screening?.scopes.some(({ scope }) => scope === 'national') === true;
    const shown = ({ scope, state, as_of }: DatedList) => ({ scope, state: state ?? null, as_of });
    return {
      hits: hitsOf(number).map(shown),
      loaded,
      scrubbedAt: isNational ? (screening?.checked_at ?? null) : null,
      isScrubbing,
      consents: consentsOf(number),
    };
  };
}
