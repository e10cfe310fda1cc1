import { jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { openedLead, type OpenedLead } from '@crm/contracts/http/opened-lead.js';
import { exampleOpenedLead } from '@crm/contracts/http/opening.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { openedPart, saveOpening } from './opening.js';

const { id } = exampleLifeLead;
const opened = () => openedLead.parse(exampleOpenedLead);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('what comes with a hold is given to whoever asks for it, once', async () => {
  const client = new QueryClient();
  saveOpening(client, id, Promise.resolve(opened()));
  expect(await openedPart(client, id, 'texts')).toEqual(opened().texts);
  expect(await openedPart(client, id, 'lead')).toEqual(opened().lead);
  expect(await openedPart(client, id, 'texts')).toBeUndefined();
});

test('who waited in vain and asks again is not given what came late: something may have changed since', async () => {
  const client = new QueryClient();
  let arrive: (late: OpenedLead) => void = () => undefined;
  saveOpening(
    client,
    id,
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const first = openedPart(client, id, 'texts');
  await jest.advanceTimersByTimeAsync(500);
  expect(await first).toBeUndefined();
  arrive(opened());
  expect(await openedPart(client, id, 'texts')).toBeUndefined();
});

test('what nobody asked for in time is too old', async () => {
  const client = new QueryClient();
  saveOpening(client, id, Promise.resolve(opened()));
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await openedPart(client, id, 'texts')).toBeUndefined();
});

test('where the hold failed, everything is asked for', async () => {
  const client = new QueryClient();
  saveOpening(client, id, Promise.reject(new Error('No answer')));
  expect(await openedPart(client, id, 'texts')).toBeUndefined();
});
