import { getReferenceList } from '@crm/contracts/http/reference.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import { act, screen, within } from '@testing-library/react';
import { openPart } from '../../test/TestApp.js';
import { answer, FakeServer } from '../../test/FakeServer.js';
import { buildUser } from '../../test/builders.js';
import ApplicationPanel from './ApplicationPanel.js';

const list = () => within(screen.getByRole('list', { name: 'Application portals' }));

test('the 15 portals stand by name; a link opens in a new tab that gets no hold of this one', async () => {
  openPart(<ApplicationPanel />);
  await screen.findByRole('list', { name: 'Application portals' });
  const shown = list().getAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent?.replace('Instructions', ''))).toEqual(
    builtInLists.portals.map(({ text }) => text),
  );
  const link = list().getByRole('link', { name: 'Americo, opens in a new tab' });
  expect(link).toHaveAttribute('href', 'https://www.americo.com');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
});

test('instructions open in a dialog, by keyboard too, and close with Escape', async () => {
  const { pointer } = openPart(<ApplicationPanel />);
  const button = await screen.findByRole('button', { name: /^Gerber Life/ });
  act(() => {
    button.focus();
  });
  await pointer.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Gerber Life' });
  expect(dialog).toHaveTextContent('There are no health questions.');
  await pointer.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: /^Gerber Life/ })).toHaveFocus();
});

test('without a portal on offer it says who can add one', async () => {
  const hidden = builtInLists.portals.map((portal) => ({ ...portal, active: false }));
  const read = { version: 2, changed_by: 'Ada', changed_at: '2026-11-20T17:41:00.000Z' };
  const server = new FakeServer(buildUser()).on(
    getReferenceList,
    answer(getReferenceList, { list: 'portals', ...read, entries: hidden }),
  );
  openPart(<ApplicationPanel />, { server });
  expect(await screen.findByRole('heading', { name: 'No portals on offer' })).toBeVisible();
});
