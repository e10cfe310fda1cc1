import { randomUUID } from 'node:crypto';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { drawNext as endpoint } from '@crm/contracts/http/day.js';
import { createKeyedQueues } from '@crm/platform/bus/keyed-queue.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import type { LeadsContext } from '../context.js';
import { claimFreeLead } from '../holds/hold-lead.js';
import { refuseWhileOwed } from '../work/start-work.js';
import { dayRowOf, withPermissions, type DayEntry } from './day-rows.js';
import { dayScope, findDay, type FoundLead } from './find-day.js';

/** Long enough for a window to open the lead, which then holds it by itself. */
export const drawLeaseMs = 10_000;

/** So many leads are asked about at a time: mostly the first may be contacted. */
const askedAtOnce = 20;

/** What was read for a draw is good for those who wait behind it, for so long. */
const sharedMs = 1_000;

/** The leads of a day that are left to draw, those with permissions first. */
interface Deck {
  readAt: number;
  asked: DayEntry[];
  rest: FoundLead[];
  /** Whether the store may have more of them, where some of these were taken. */
  isPartial: boolean;
  taken: number;
}

/**
 * Takes the next lead of somebody's day for them (rule L38). Draws of a process run one after another for the same leads:
 * none races another, and a rush of them reads once. Throws 307 while another lead is to be completed.
 */
export type DrawNext = (
  actor: Actor,
  input: InputOf<typeof endpoint>['body'],
) => Promise<AnswerOf<typeof endpoint>>;

/** The draws of a process. */
export function createDraws(ctx: LeadsContext): DrawNext {
  const turns = createKeyedQueues();
  const decks = new Map<string, Deck>();
  const waiting = new Map<string, number>();

  async function deckOf(actor: Actor, scope: string): Promise<Deck> {
    const now = ctx.clock.now();
    const known = decks.get(scope);
    if (known !== undefined && now.getTime() - known.readAt < sharedMs) return known;
    const { found, isPartial } = await findDay(ctx, actor, now, { isFree: true });
    const deck: Deck = { readAt: now.getTime(), asked: [], rest: found, isPartial, taken: 0 };
    decks.set(scope, deck);
    return deck;
  }

  /** The next entry of a deck, taken off it; undefined where none is left. */
  async function take(actor: Actor, deck: Deck, without: ReadonlySet<string>): Promise<DayEntry | undefined> {
    for (;;) {
      const at = deck.asked.findIndex(
        ({ lead, permissions }) => permissions.opens_at === null && !without.has(lead._id.toHexString()),
      );
      if (at !== -1) return deck.asked.splice(at, 1)[0];
      if (deck.rest.length === 0) return undefined;
      const some = deck.rest.splice(0, askedAtOnce);
      deck.asked.push(...(await withPermissions(ctx, actor, some, ctx.clock.now())));
    }
  }

  async function draw(
    actor: Actor,
    scope: string,
    without: ReadonlySet<string>,
  ): Promise<AnswerOf<typeof endpoint>> {
    let deck = await deckOf(actor, scope);
    for (;;) {
      const entry = await take(actor, deck, without);
      if (entry === undefined && deck.isPartial && deck.taken > 0) {
        decks.delete(scope);
        deck = await deckOf(actor, scope);
        continue;
      }
      if (entry === undefined) {
        const opens = deck.asked.flatMap(({ permissions }) => permissions.opens_at ?? []).sort();
        return { row: null, opens_at: opens[0] ?? null };
      }
      deck.taken += 1;
      const leadId = entry.lead._id.toHexString();
      const claim = { leadId, holder: `draw:${randomUUID()}`, lease: drawLeaseMs };
      const held = await claimFreeLead(ctx, actor, claim);
      if (held === undefined) continue;
      auditSubject(`lead/${leadId}`);
      ctx.log.info({ leadId, reason: entry.reason }, 'next lead drawn');
      return { row: dayRowOf(entry, held, ctx.clock.now()), opens_at: null };
    }
  }

  return async (actor, { without }) => {
    await refuseWhileOwed(ctx, actor);
    const scope = dayScope(actor);
    waiting.set(scope, (waiting.get(scope) ?? 0) + 1);
    return turns.run(scope, async () => {
      try {
        return await draw(actor, scope, new Set(without));
      } finally {
        const left = (waiting.get(scope) ?? 1) - 1;
        if (left > 0) waiting.set(scope, left);
        else {
          waiting.delete(scope);
          decks.delete(scope);
        }
      }
    });
  };
}
