import { getReferenceList } from '@crm/contracts/http/reference.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import { screen } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { useReferenceList, useReferenceText } from './useReferenceList.js';

const Shown = ({ kept = [] }: { kept?: readonly string[] }) => {
  const choices = useReferenceList('medications', kept);
  const textOf = useReferenceText('medications');
  return (
    <>
      <p>offered: {choices.map(({ text }) => text).join(', ')}</p>
      <p>read: {textOf('gout')}</p>
    </>
  );
};

const changed = answer(getReferenceList, {
  list: 'medications',
  version: 2,
  changed_by: 'Ada Admin',
  changed_at: '2026-11-20T17:41:00.000Z',
  entries: [
    { code: 'copd', text: 'COPD', active: true },
    { code: 'gout', text: 'Gout', active: false },
  ],
});
const serverWith = (reply: Parameters<FakeServer['on']>[1]) =>
  new FakeServer(buildUser()).on(getReferenceList, reply);
const builtIn = `offered: ${builtInLists.medications.map(({ text }) => text).join(', ')}`;

test('the built-in list stands until the server has answered; a hidden entry is offered no more but still read', async () => {
  let release: (() => void) | undefined;
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  openPart(<Shown />, {
    server: serverWith(async (call) => {
      await waits;
      return changed(call);
    }),
  });
  expect(await screen.findByText(builtIn)).toBeVisible();
  release?.();
  expect(await screen.findByText('offered: COPD')).toBeVisible();
  expect(screen.getByText('read: Gout')).toBeVisible();
});

test('an entry that a record keeps stays among its choices', async () => {
  openPart(<Shown kept={['gout']} />, { server: serverWith(changed) });
  expect(await screen.findByText('offered: COPD, Gout')).toBeVisible();
});

test('where the server cannot be asked the built-in list stays', async () => {
  const server = serverWith(refuse({ code: 'server_error', message: 'Server Error' }));
  openPart(<Shown />, { server });
  expect(await screen.findByText(builtIn)).toBeVisible();
  expect(screen.getByText('read: gout')).toBeVisible();
});
