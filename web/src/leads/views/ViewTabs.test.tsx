import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import {
  changeLeadView,
  createLeadView,
  deleteLeadView,
  listLeadViews,
  viewSentences,
  type SavedView,
} from '@crm/contracts/http/lead-views.js';
import { countViews, listAssignees, restListLeads } from '@crm/contracts/http/lead-lists.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

async function openLife(user: User, prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer(user)
    .on(restListLeads, answer(restListLeads, [exampleLeadRow], { 'Content-Range': 'leads 0-0/1' }))
    .on(listAssignees, answer(listAssignees, []))
    .on(countViews, answer(countViews, { counts: [2_314, 41, 12, 3, 7] }));
  prepare(server);
  const opened = openApp({ user, server, path: '/life' });
  await screen.findByText(exampleLeadRow.fullname);
  const asked = (): unknown => JSON.parse(server.calls(restListLeads).at(-1)?.query['filter'] ?? '{}');
  return { ...opened, asked };
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

test('an admin sees the views with their counts, of one call, and All stands chosen', async () => {
  const admin = buildAdmin();
  const { server } = await openLife(admin);
  await waitFor(() => {
    expect(tabs()).toEqual(['All 2,314', 'New 41', 'Due 12', 'Replied 3', 'Mine 7']);
  });
  expect(screen.getByRole('tab', { name: 'All 2,314' })).toHaveAttribute('aria-selected', 'true');
  expect(server.calls(countViews).map(({ body }) => body)).toEqual([
    {
      views: [
        { type: 2, source: 1 },
        { type: 2, source: 1, status: ['newLead'] },
        { type: 2, waiting: 'due' },
        { type: 2, waiting: 'replied' },
        { type: 2, source: 1, agent: [admin.id] },
      ],
    },
  ]);
});

test('an agent, whose list is the own one, has no view of it', async () => {
  const user = buildUser();
  const { server } = await openLife(user);
  await waitFor(() => {
    expect(tabs()).toEqual(['All 2,314', 'New 41', 'Due 12', 'Replied 3']);
  });
  expect(server.calls(countViews)[0]?.body).toMatchObject({ views: [{ agent: [user.id] }, {}, {}, {}] });
});

test('a view sets the filters of the list and its chip, and a further filter leaves it', async () => {
  const { pointer, asked } = await openLife(buildAdmin());
  await pointer.click(screen.getByRole('tab', { name: /^Due/ }));
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2, waiting: 'due' });
  });
  expect(screen.getByRole('tab', { name: /^Due/ })).toHaveAttribute('aria-selected', 'true');
  await pointer.click(screen.getByRole('button', { name: 'Remove Follow-up due' }));
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2 });
  });
  expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
});

test('the views are walked by arrows and chosen by Enter', async () => {
  const { pointer, asked } = await openLife(buildAdmin());
  const all = screen.getByRole('tab', { name: /^All/ });
  act(() => {
    all.focus();
  });
  await pointer.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2, waiting: 'due' });
  });
});

test('back from what waits of all sources, the source that was chosen is again', async () => {
  const { pointer, asked } = await openLife(buildAdmin());
  await pointer.click(screen.getByRole('tab', { name: /^Replied/ }));
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2, waiting: 'replied' });
  });
  await pointer.click(screen.getByRole('tab', { name: /^New/ }));
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2, source: 1, status: ['newLead'] });
  });
});

test('the own leads of an admin are named by the own name', async () => {
  const admin = buildAdmin();
  const { pointer } = await openLife(admin);
  await pointer.click(screen.getByRole('tab', { name: /^Mine/ }));
  expect(await screen.findByRole('button', { name: /^Remove / })).toBeVisible();
  expect(screen.queryByText(admin.id)).not.toBeInTheDocument();
});

const texas: SavedView = {
  ...{ id: '66f0a1b2c3d4e5f601020a11', name: 'Texas', type: 2, is_shared: false },
  ...{ filter: { source: 2, state: ['TX'] }, user_id: buildUser().id },
};
const done = { status: 'success', message: 'View saved', view: texas } as const;

/** Opens the list with saved views. */
async function openSaved(user: User, views: SavedView[]) {
  const opened = await openLife(user, (server) => {
    server
      .on(listLeadViews, answer(listLeadViews, { views }))
      .on(createLeadView, answer(createLeadView, done))
      .on(changeLeadView, answer(changeLeadView, done))
      .on(deleteLeadView, answer(deleteLeadView, { status: 'success', message: 'View deleted' }));
  });
  return opened;
}
const chooseTexas = async (opened: Awaited<ReturnType<typeof openSaved>>) => {
  await opened.pointer.click(await screen.findByRole('tab', { name: /^Texas/ }));
  await waitFor(() => {
    expect(opened.asked()).toMatchObject({ source: 2, state: ['TX'] });
  });
};
const inMenu = async ({ pointer }: Awaited<ReturnType<typeof openSaved>>, item: string) => {
  await pointer.click(await screen.findByRole('button', { name: 'Options of Texas' }));
  await pointer.click(await screen.findByRole('menuitem', { name: item }));
};

test('a saved view is a tab that brings its filters, its source among them', async () => {
  await chooseTexas(await openSaved(buildUser(), [texas]));
  expect(screen.getByRole('tab', { name: /^Texas/ })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('button', { name: 'Save view…' })).not.toBeInTheDocument();
});

test('a saved view whose filters were changed is brought up to them, or saved as another', async () => {
  const opened = await openSaved(buildUser(), [texas]);
  await chooseTexas(opened);
  const address = `/life?filter=${encodeURIComponent('{"source":2,"state":["TX","OK"]}')}`;
  await opened.goTo(address);
  await opened.pointer.click(await screen.findByRole('button', { name: 'Update Texas' }));
  await waitFor(() => {
    expect(opened.server.calls(changeLeadView).map(({ body }) => body)).toEqual([
      { filter: { source: 2, state: ['TX', 'OK'] } },
    ]);
  });
  await opened.pointer.click(screen.getByRole('button', { name: 'Save view…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
  await opened.pointer.type(dialog.getByRole('textbox', { name: 'Name' }), 'South');
  await opened.pointer.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(opened.server.calls(createLeadView).map(({ body }) => body)).toEqual([
      { name: 'South', type: 2, filter: { source: 2, state: ['TX', 'OK'] }, is_shared: false },
    ]);
  });
});

test('a name that is taken is said at the field, and what was typed stays', async () => {
  const opened = await openSaved(buildUser(), [texas]);
  opened.server.on(changeLeadView, refuse({ code: 'already_exists', message: viewSentences.taken }));
  await chooseTexas(opened);
  await inMenu(opened, 'Rename…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename view' }));
  await opened.pointer.type(dialog.getByRole('textbox', { name: 'Name' }), ' two');
  await opened.pointer.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(viewSentences.taken)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Texas two');
});

test('a view is deleted, with a way back', async () => {
  const opened = await openSaved(buildUser(), [texas]);
  await chooseTexas(opened);
  await inMenu(opened, 'Delete');
  await opened.pointer.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(opened.server.calls(createLeadView).map(({ body }) => body)).toMatchObject([
      { name: 'Texas', filter: texas.filter },
    ]);
  });
});

test('one that an admin shares is there for an agent, who cannot change it', async () => {
  const shared = { ...texas, is_shared: true, user_id: buildAdmin().id };
  await chooseTexas(await openSaved(buildUser(), [shared]));
  expect(screen.queryByRole('button', { name: 'Options of Texas' })).not.toBeInTheDocument();
});

test('an admin shares a view', async () => {
  const admin = buildAdmin();
  const opened = await openSaved(admin, [{ ...texas, user_id: admin.id }]);
  await chooseTexas(opened);
  await inMenu(opened, 'Share with everyone');
  await waitFor(() => {
    expect(opened.server.calls(changeLeadView).map(({ body }) => body)).toEqual([{ is_shared: true }]);
  });
});
