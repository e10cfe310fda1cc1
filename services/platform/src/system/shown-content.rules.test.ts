import { shownBytes, shownContent, shownReason } from './shown-content.rules.js';

test.each([
  ['an identifier', { lead_id: '66f0a1b2c3d4e5f601020304' }, { lead_id: '66f0a1b2c3d4e5f601020304' }],
  ['an agent of none', { user_id: 0 }, { user_id: 0 }],
  ['a kind and a state', { type: 'lead.assigned', status: 4 }, { type: 'lead.assigned', status: 4 }],
  ['an instant', { created_at: '2026-11-20T17:38:00.000Z' }, { created_at: '2026-11-20T17:38:00.000Z' }],
  ['nothing', { email: null }, { email: null }],
])('%s is shown', (_what, given, expected) => {
  expect(shownContent(given)).toEqual(expected);
});

test.each([
  ['a name', { fullname: 'Raymond Okafor' }, { fullname: '(text, 14)' }],
  ['a telephone number', { phone: '+12145550117' }, { phone: '(text, 12)' }],
  ['a sender’s number under a plain name', { from: '+12145550117' }, { from: '(text, 12)' }],
  ['an address under a plain name', { to: 'r.okafor@example.com' }, { to: '(text, 20)' }],
  ['a sentence under a plain name', { reason: 'He is ill' }, { reason: '(text, 9)' }],
  ['weight and wealth', { weight: 91, salary: 40000 }, { weight: '(number)', salary: '(number)' }],
  ['a yes or no', { tobacco: true }, { tobacco: '(yes or no)' }],
  ['a date of birth', { birth_date: '1957-06-02' }, { birth_date: '(text, 10)' }],
  ['what nobody has thought of yet', { shoe: 'left' }, { shoe: '(text, 4)' }],
])('%s is covered', (_what, given, expected) => {
  expect(shownContent(given)).toEqual(expected);
});

test('a long list is cut, and the depth has an end', () => {
  const list = shownContent({ ids: Array.from({ length: 25 }, (_, each) => each) }) as { ids: unknown[] };
  expect(list.ids).toHaveLength(21);
  expect(list.ids[20]).toBe('(5 more)');
  let deep: unknown = 'secret';
  for (let each = 0; each < 30; each += 1) deep = { deep };
  expect(JSON.stringify(shownContent(deep))).toContain('(deeper)');
});

test('of bytes that are no JSON the length alone is shown', () => {
  expect(shownBytes(Buffer.from('{"fullname": "Raymond'))).toBe('(text, 21)');
  expect(shownBytes(Buffer.from('{"fullname":"Raymond"}'))).toEqual({ fullname: '(text, 7)' });
});

test('a reason loses what a store or a carrier put into it', () => {
  expect(
    shownReason(
      'MongoServerError: E11000 index: email_1 dup key: { email: "r.okafor@example.com" } +12145550117',
    ),
  ).toBe('MongoServerError: E11000 index: email_1 dup key: (covered) ***0117');
  expect(shownReason('refused by r.okafor@example.com')).toBe('refused by (address)');
  expect(shownReason('x'.repeat(2_000))).toHaveLength(500);
});
