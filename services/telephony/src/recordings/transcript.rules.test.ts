import { transcriptText, waitBeforeLook } from './transcript.rules.js';

const heard = (...sentences: [number, string][]) => sentences.map(([channel, text]) => ({ channel, text }));

test.each([
  [[], 'agent', ''],
  [heard([1, ' Good morning. ']), 'agent', 'Good morning.'],
  [heard([1, 'One.'], [1, ''], [1, 'Two.']), 'agent', 'One. Two.'],
  [heard([1, 'Hello.'], [2, 'Yes?'], [2, 'Who is it?']), 'agent', 'Agent: Hello.\nCustomer: Yes? Who is it?'],
  [heard([1, 'Yes?'], [2, 'Hello.'], [1, 'Oh.']), 'customer', 'Customer: Yes?\nAgent: Hello.\nCustomer: Oh.'],
  [heard([1, 'One.'], [3, 'Two.']), 'agent', 'Agent: One.\nThird: Two.'],
] as const)('%j with the %s first reads %j', (sentences, first, text) => {
  expect(transcriptText(sentences, first)).toBe(text);
});

test('a transcript of which nothing is heard is looked after for a day, and then no more', () => {
  const waits: number[] = [];
  for (let wait = waitBeforeLook(0); wait !== undefined; wait = waitBeforeLook(waits.length))
    waits.push(wait);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(24);
});
