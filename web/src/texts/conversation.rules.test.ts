import { exampleText, type TextMessage } from '@crm/contracts/entities/messaging.js';
import { afterReading, textDays, withTexts } from './conversation.rules.js';

const text = (number: number, known: Partial<TextMessage> = {}): TextMessage => ({
  ...exampleText,
  id: `66f0a1b2c3d4e5f6010300${String(number).padStart(2, '0')}`,
  createdAt: `2026-11-20T17:${String(number).padStart(2, '0')}:00.000Z`,
  version: 1,
  ...known,
});
const idsOf = (texts: readonly TextMessage[]) => texts.map(({ id }) => Number(id.slice(-2)));

test('texts stand in the order of their time, whenever they arrive', () => {
  expect(idsOf(withTexts([text(3)], [text(1), text(5)]))).toEqual([1, 3, 5]);
});

test.each([
  ['an older version of a text is ignored', 1, 'sent'],
  ['the same version again changes nothing', 2, 'sent'],
  ['a newer version takes its place', 3, 'delivered'],
] as const)('%s', (_name, version, stands) => {
  const known = text(1, { version: 2, send_status: 'sent' });
  const arrived = text(1, { version, send_status: 'delivered' });
  expect(withTexts([known], [arrived])).toMatchObject([{ send_status: stands }]);
});

describe('the last page read anew', () => {
  const known = { messages: [text(1), text(2), text(3)], more: false };
  it('keeps the older pages that it reaches back to', () => {
    const now = afterReading(known, { messages: [text(3), text(4)], more: true });
    expect(idsOf(now.messages)).toEqual([1, 2, 3, 4]);
    expect(now.more).toBe(false);
  });
  it('stands alone where something may be missing between', () => {
    const now = afterReading(known, { messages: [text(5), text(6)], more: true });
    expect(idsOf(now.messages)).toEqual([5, 6]);
    expect(now.more).toBe(true);
  });
  it('keeps what a live event brought before it', () => {
    const now = afterReading(known, { messages: [text(1), text(2)], more: false });
    expect(idsOf(now.messages)).toEqual([1, 2, 3]);
  });
});

describe('texts by days', () => {
  const theirs = {
    is_client_message: 1,
    user_id: 0,
    agent_fullname: '',
    send_status: 'received',
    read_status: 1,
  } as const;
  const signed = (...texts: TextMessage[]) =>
    textDays(texts).map(({ day, texts: shown }) => [day, ...shown.map(({ isSigned }) => isSigned)]);
  const today = '2026-11-20';
  test.each<[string, TextMessage[], (string | boolean)[][]]>([
    ['of one sender within minutes the last is signed', [text(1), text(4)], [[today, false, true]]],
    ['of one sender after a while each is', [text(1), text(6)], [[today, true, true]]],
    ['of two senders each is', [text(1), text(2, theirs)], [[today, true, true]]],
    [
      'one that came out otherwise is',
      [text(1, { send_status: 'sent' }), text(2, { send_status: 'delivered' })],
      [[today, true, true]],
    ],
    ['one that can be sent again is', [text(1, { can_resend: true }), text(2)], [[today, true, true]]],
    [
      'one that waits to be read is',
      [text(1, { ...theirs, read_status: 0 }), text(2, theirs)],
      [[today, true, true]],
    ],
    [
      'midnight in Los Angeles parts them',
      [
        text(1, { createdAt: '2026-11-20T07:59:00.000Z' }),
        text(2, { createdAt: '2026-11-20T08:01:00.000Z' }),
      ],
      [
        ['2026-11-19', true],
        [today, true],
      ],
    ],
  ])('%s', (_name, texts, days) => {
    expect(signed(...texts)).toEqual(days);
  });
});
