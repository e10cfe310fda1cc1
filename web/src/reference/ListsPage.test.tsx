import { changeReferenceList, getReferenceList } from '@crm/contracts/http/reference.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import type { ReferenceList } from '@crm/contracts/reference/reference-list.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openApp, openPart } from '../test/TestApp.js';
import ListsPage from './ListsPage.js';

const conditions: ReferenceList = {
  list: 'medications',
  version: 3,
  changed_by: 'Ada Admin',
  changed_at: '2026-11-20T17:41:00.000Z',
  entries: [
    { code: 'asthma', text: 'Asthma', active: true },
    { code: 'copd', text: 'COPD', active: true },
  ],
};

const twoCarriers = builtInLists.carriers.slice(0, 2);

async function openLists(path = '/reference') {
  const user = buildAdmin();
  const server = new FakeServer(user).on(getReferenceList, ({ params }) => {
    if (params['list'] === 'medications') return Response.json(conditions);
    const carriers = { list: 'carriers', version: 1, changed_by: null, changed_at: null };
    return Response.json({ ...carriers, entries: twoCarriers });
  });
  const opened = openPart(<ListsPage />, { user, server, path });
  await screen.findByRole('textbox', { name: 'Name of entry 1' });
  return opened;
}
const nameOf = (number: number) => screen.getByRole('textbox', { name: `Name of entry ${String(number)}` });
const button = (name: string) => screen.getByRole('button', { name });
const saved = (list: ReferenceList) =>
  answer(changeReferenceList, { status: 'success', message: 'List saved', reference: list });

test('an admin renames and hides, and saves the whole list at once', async () => {
  const { pointer, server } = await openLists();
  expect(button('Save list')).toHaveAttribute('aria-disabled', 'true');
  await pointer.type(nameOf(1), '!');
  await pointer.click(screen.getByRole('switch', { name: 'Offer COPD' }));
  const entries = [
    { code: 'asthma', text: 'Asthma!', active: true },
    { code: 'copd', text: 'COPD', active: false },
  ];
  server.on(changeReferenceList, saved({ ...conditions, version: 4, entries }));
  await pointer.click(button('Save list'));
  expect(await screen.findByText('List saved')).toBeVisible();
  expect(server.calls(changeReferenceList)[0]?.body).toEqual({ list: 'medications', version: 3, entries });
  await waitFor(() => {
    expect(button('Save list')).toHaveAttribute('aria-disabled', 'true');
  });
});

test('a new entry is typed at once, moved, and sent with a code of its name', async () => {
  const { pointer, server } = await openLists();
  await pointer.click(button('Add entry'));
  expect(nameOf(3)).toHaveFocus();
  await pointer.paste('Gout');
  await pointer.click(button('Move Gout up'));
  const [asthma, copd] = conditions.entries;
  const entries = [asthma, { code: 'gout', text: 'Gout', active: true }, copd];
  server.on(changeReferenceList, refuse({ code: 'unavailable', message: 'Not now' }));
  await pointer.click(button('Save list'));
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(server.calls(changeReferenceList)[0]?.body).toEqual({ list: 'medications', version: 3, entries });
  expect(nameOf(2)).toHaveValue('Gout');
});

test('Alt with an arrow moves an entry without a mouse', async () => {
  const { pointer } = await openLists();
  await pointer.click(nameOf(2));
  await pointer.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(nameOf(1)).toHaveValue('COPD');
  expect(nameOf(2)).toHaveValue('Asthma');
});

test('an entry that was saved cannot be taken out, a new one can; what is wrong is said before anything is sent', async () => {
  const { pointer, server } = await openLists();
  expect(screen.queryByRole('button', { name: 'Remove COPD' })).not.toBeInTheDocument();
  await pointer.click(button('Add entry'));
  await pointer.click(button('Save list'));
  expect(nameOf(3)).toBeInvalid();
  expect(screen.getByText('This field is required')).toBeVisible();
  expect(server.calls(changeReferenceList)).toEqual([]);
  await pointer.click(button('Remove the new entry'));
  expect(screen.queryByRole('textbox', { name: 'Name of entry 3' })).not.toBeInTheDocument();
});

test('what somebody else saved meanwhile is said, and nothing typed is lost', async () => {
  const { pointer, server } = await openLists();
  await pointer.type(nameOf(1), '!');
  const theirs = { ...conditions, version: 4, changed_by: 'Priya Sandoval' };
  server.on(getReferenceList, answer(getReferenceList, theirs));
  server.on(
    changeReferenceList,
    refuse({ code: 'conflict', message: 'Somebody else changed this in the meantime' }),
  );
  await pointer.click(button('Save list'));
  expect(await screen.findByText(/^Priya Sandoval saved this list/)).toBeVisible();
  expect(nameOf(1)).toHaveValue('Asthma!');
  await pointer.click(button('Undo changes'));
  expect(nameOf(1)).toHaveValue('Asthma');
});

test('another list is asked for by name; unsaved changes are asked about first', async () => {
  const { pointer, router } = await openLists();
  await pointer.type(nameOf(1), '!');
  await pointer.click(screen.getByRole('combobox', { name: 'List' }));
  await pointer.click(await screen.findByRole('option', { name: 'Carriers' }));
  const dialog = await screen.findByRole('dialog');
  expect(router.state.location.search).toBe('');
  await pointer.click(
    within(dialog)
      .getAllByRole('button')
      .find((each) => /discard/i.test(each.textContent ?? '')) ?? dialog,
  );
  await waitFor(() => {
    expect(router.state.location.search).toBe('?list=carriers');
  });
});

test("a carrier's notes are changed in its details and saved with the list", async () => {
  const { pointer, server } = await openLists('/reference?list=carriers');
  await pointer.click(button('Details of Aetna'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aetna' }));
  await pointer.clear(dialog.getByRole('textbox', { name: 'Phone for agents' }));
  await pointer.paste('555');
  await pointer.click(dialog.getByRole('button', { name: 'Done' }));
  const [first, ...rest] = twoCarriers;
  if (first === undefined) throw new Error('There are no carriers');
  const reference = { list: 'carriers' as const, version: 2, changed_by: null, changed_at: null };
  server.on(changeReferenceList, saved({ ...reference, entries: [{ ...first, phone: '555' }, ...rest] }));
  await pointer.click(await screen.findByRole('button', { name: 'Save list' }));
  await waitFor(() => {
    expect(server.calls(changeReferenceList)[0]?.body).toMatchObject({
      entries: [{ code: 'aetna', phone: '555' }, {}],
    });
  });
});

test('agents have no such page', async () => {
  const { router, server } = openApp({ user: buildUser(), path: '/reference' });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(server.calls(getReferenceList)).toEqual([]);
});
