import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { contactSummary, nextAction, type NextAction } from './contact-summary.rules.js';

const now = new Date('2026-11-20T18:00:00.000Z');
const entry = { who: null, number: null, reason: '' };
const call = (at: string, how: Partial<Extract<TimelineEntry, { kind: 'call' }>> = {}): TimelineEntry => ({
  ...entry,
  ...{ kind: 'call', id: `call:${at}`, at, direction: 'outbound', call_kind: 'single', outcome: 'no-answer' },
  ...{ answered_by: null, duration: 0, record_id: null },
  ...how,
});
const text = (at: string, is_client_message: 0 | 1, send_status = 'delivered'): TimelineEntry => ({
  ...entry,
  ...{ kind: 'text', id: `text:${at}`, at, is_client_message, text: 'Hello' },
  send_status: send_status as 'delivered',
});
const note: TimelineEntry = {
  ...entry,
  kind: 'note',
  id: 'note:1',
  at: '2026-11-20T17:59:00.000Z',
  text: 'Spoke',
};
const today = '2026-11-20T17:00:00.000Z';
const earlier = '2026-11-20T16:00:00.000Z';
const before = '2026-11-18T17:00:00.000Z';

describe('the contacts of a lead in sum', () => {
  test.each([
    ['nothing', [], { last: undefined, today: 0, all: 0 }],
    ['a note alone is no contact', [note], { last: undefined, today: 0, all: 0 }],
    ['calls of two days', [note, call(today), call(before)], { last: `call:${today}`, today: 1, all: 2 }],
    [
      'a refused call is no attempt',
      [call(today, { outcome: 'refused' })],
      { last: undefined, today: 0, all: 0 },
    ],
    ['a failed text is no attempt', [text(today, 0, 'failed')], { last: undefined, today: 0, all: 0 }],
    [
      'a call of the customer is none of ours',
      [call(today, { direction: 'inbound' })],
      { last: `call:${today}`, today: 0, all: 0 },
    ],
    ['texts count', [text(today, 0), text(earlier, 0)], { last: `text:${today}`, today: 2, all: 2 }],
  ] as const)('%s', (_name, entries, { last, ...counts }) => {
    const summary = contactSummary(entries, now);
    expect(summary).toMatchObject(counts);
    expect(summary.last?.id).toBe(last);
  });

  test.each([
    ['a text that nobody answered waits', [text(today, 1), call(earlier)], `text:${today}`],
    ['a call after it answers it', [call(today), text(earlier, 1)], undefined],
    [
      'a text that was not let out answers nothing',
      [text(today, 0, 'refused'), text(earlier, 1)],
      `text:${earlier}`,
    ],
    [
      'an e-mail of ours leaves it waiting, a call that was taken does not',
      [call(today, { direction: 'inbound', outcome: 'completed' }), text(earlier, 1)],
      undefined,
    ],
  ] as const)('%s', (_name, entries, waiting) => {
    expect(contactSummary(entries, now).waiting?.id).toBe(waiting);
  });
});

describe('what to do with a lead next', () => {
  const due = { datetime: '2026-11-20T17:56:00.000Z', completed: 0 } as const;
  const planned = { datetime: '2026-11-21T17:00:00.000Z', completed: 0 } as const;
  const opens = '2026-11-20T19:00:00.000Z';
  const of = (entries: readonly TimelineEntry[]) => contactSummary(entries, now);
  test.each<[string, Partial<Parameters<typeof nextAction>[0]>, NextAction | undefined]>([
    [
      'a customer who waits is answered first',
      { summary: of([text(today, 1)]), followup: due },
      { kind: 'answer', at: today },
    ],
    ['a call-back that is due', { followup: due }, { kind: 'due', at: due.datetime }],
    ['a call-back to come', { followup: planned }, { kind: 'callback', at: planned.datetime }],
    ['a completed one is none', { followup: { ...due, completed: 1 } }, { kind: 'first' }],
    ['nobody may call yet', { followup: due, callsFrom: opens }, { kind: 'opens', at: opens }],
    ['a new lead', {}, { kind: 'first' }],
    [
      'one that was tried',
      { summary: of([call(before)]), status: 'contactAttempt1' },
      { kind: 'retry', at: before },
    ],
    ['one that decides', { status: 'thinkingAboutIt', summary: of([call(before)]) }, undefined],
    [
      'one that decides, with a call-back',
      { status: 'thinkingAboutIt', followup: due },
      { kind: 'due', at: due.datetime },
    ],
    ...(['doNotCall', 'wrongPhoneNumber', 'notInterested'] as const).map(
      (status: StatusCode): [string, { status: StatusCode; followup: typeof due }, undefined] => [
        `${status} is left alone`,
        { status, followup: due },
        undefined,
      ],
    ),
  ])('%s', (_name, known, action) => {
    const asked = { status: 'newLead', summary: of([]), followup: null, callsFrom: null, ...known } as const;
    expect(nextAction(asked, now)).toEqual(action);
  });
});
