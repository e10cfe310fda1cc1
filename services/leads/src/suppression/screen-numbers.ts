import type { ConsentDoc } from '../consent/consent.model.js';
import type { LeadsContext } from '../context.js';
import { suppressedId, type NumberScreeningDoc, type SuppressedNumberDoc } from './suppression.model.js';
import { unscreened, type DatedList, type Suppression } from './suppression.rules.js';

const maxConsents = 100;

type Screener = Pick<
  LeadsContext,
  'config' | 'consents' | 'loadedLists' | 'numberScreenings' | 'suppressedNumbers'
>;

/** The written consents of each number. */
async function writtenConsents({ consents }: Screener, numbers: readonly string[]) {
  const found = await consents
    .find({ addresses: { $in: [...numbers] }, kind: 'written' })
    .sort({ received_at: -1 })
    .limit(maxConsents)
    .lean<ConsentDoc[]>();
  return (number: string) => found.filter(({ addresses }) => addresses.includes(number));
}

/**
 * What the lists say of some numbers, by number. Where no list is loaded and no scrub service is set up, the
 * store is not asked; a number's consents are read only where it is on a list.
 */
export async function screenNumbers(
  ctx: Screener,
  numbers: readonly string[],
): Promise<(number: string) => Suppression> {
  const isScrubbing = ctx.config.scrub !== undefined;
  const loaded = await ctx.loadedLists.all();
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
  const consentsOf = onAny.length === 0 ? () => [] : await writtenConsents(ctx, onAny);
  return (number) => {
    const screening = screened.get(number);
    const isNational = screening?.scopes.some(({ scope }) => scope === 'national') === true;
    const shown = ({ scope, state, as_of }: DatedList) => ({ scope, state: state ?? null, as_of });
    return {
      hits: hitsOf(number).map(shown),
      loaded,
      scrubbedAt: isNational ? (screening?.checked_at ?? null) : null,
      isScrubbing,
      consents: consentsOf(number).map(({ at, channels }) => ({ at, channels })),
    };
  };
}
