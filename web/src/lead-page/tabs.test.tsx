import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { listBeneficiaries } from '@crm/contracts/http/beneficiaries.js';
import { listAllFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import { act, screen, waitFor } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { screenWidth } from '../test/browser-globals.js';
import { openLead } from '../test/openLead.js';

const page = `/lead/${exampleLifeLead.id}`;
// Asked without what is hidden from whom: on a page this large that takes seconds.
const tabs = (state: { selected?: boolean } = {}) => screen.getAllByRole('tab', { hidden: true, ...state });
const tab = (name: string) => {
  const found = tabs().find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`No tab is called ${name}`);
  return found;
};
const selected = () =>
  tabs({ selected: true })
    .map(({ textContent }) => textContent)
    .sort();

afterEach(() => {
  screenWidth.px = 1280;
});

it('each tab has an address of its own, and Back goes through them, also for who owes the lead', async () => {
  const user = buildUser({ uncompleted_lead: exampleLifeLead.id });
  const { pointer, router, goTo } = await openLead({ user });
  expect(selected()).toEqual(['Call', 'Client', 'Script']);
  await pointer.click(tab('Notes'));
  await pointer.click(tab('Beneficiaries'));
  expect(router.state.location).toMatchObject({ pathname: `${page}/notes`, search: '?left=beneficiaries' });
  expect(selected()).toEqual(['Beneficiaries', 'Call', 'Notes']);

  await act(() => router.navigate(-1));
  expect(selected()).toEqual(['Call', 'Client', 'Notes']);
  await act(() => router.navigate(-1));
  expect(selected()).toEqual(['Call', 'Client', 'Script']);
  expect(screen.queryByText('Please complete this lead, change status')).not.toBeInTheDocument();

  await goTo('/');
  expect(router.state.location.pathname).toBe(page);
  expect(await screen.findByText('Please complete this lead, change status')).toBeVisible();
});

it('an address opens its tabs; one that names none opens the first', async () => {
  const { goTo } = await openLead();
  await goTo(`${page}/notes?left=beneficiaries`);
  expect(selected()).toEqual(['Beneficiaries', 'Call', 'Notes']);
  await goTo(`${page}/nonsense?left=nonsense`);
  expect(selected()).toEqual(['Call', 'Client', 'Script']);
});

it('a tab asks for nothing that is kept live beside it', async () => {
  const { pointer, server } = await openLead();
  const kept = [listTexts, listBeneficiaries, listAllFollowupsOfLead];
  const asked = () => kept.map((call) => server.calls(call).length);
  await waitFor(() => {
    expect(asked()).toEqual([1, 1, 1]);
  });
  for (const name of ['Text', 'Beneficiaries', 'FollowUps']) await pointer.click(tab(name));
  expect(await screen.findByText('No follow-up yet. Set when to come back to this lead.')).toBeVisible();
  expect(asked()).toEqual([1, 1, 1]);
});

it('the lead is not released between tabs', async () => {
  const { pointer, live } = await openLead();
  await waitFor(() => {
    expect(live.sentOf('busyLead')).toHaveLength(1);
  });
  await pointer.click(tab('Notes'));
  expect(live.sentOf('unbusyLead')).toEqual([]);
  expect(live.sentOf('busyLead')).toHaveLength(1);
});

const besideNotes = () => document.querySelector('[role="region"][aria-label="Notes"]');

it('notes stand beside the script where there is room, and alone under their tab', async () => {
  const { pointer } = await openLead();
  expect(besideNotes()).toBeVisible();
  await pointer.click(screen.getByLabelText('Show Notes alone'));
  expect(besideNotes()).toBeNull();
  expect(selected()).toEqual(['Call', 'Client', 'Notes']);
  expect(document.getElementById('lead-panel-right-notes')).toBeVisible();
});

it('in a narrow window notes stand under their tab alone', async () => {
  screenWidth.px = 800;
  await openLead();
  expect(besideNotes()).toBeNull();
});

it('keys reach what can be done with the lead before what is known of it', async () => {
  const { pointer } = await openLead();
  document.querySelector('main')?.focus();
  await pointer.tab();
  expect(screen.getByRole('button', { name: 'Status' })).toHaveFocus();
  await pointer.tab();
  expect(screen.getByRole('button', { name: 'Call' })).toHaveFocus();
});

/** Opens a tab by its name in the overlay. */
async function openByName({ pointer }: Pick<Awaited<ReturnType<typeof openLead>>, 'pointer'>, name: string) {
  await pointer.keyboard('{Control>}k{/Control}');
  await pointer.type(await screen.findByRole('combobox'), name);
  await pointer.click(await screen.findByRole('option', { name }));
}

it('the overlay opens a tab and takes the focus to where something is written in it', async () => {
  const opened = await openLead();
  await openByName(opened, 'Open Text');
  await waitFor(() => {
    expect(document.activeElement).toHaveAttribute('id', 'new-text');
  });
  expect(opened.router.state.location.pathname).toBe(`${page}/text`);
  await openByName(opened, 'Open History');
  await waitFor(() => {
    expect(document.getElementById('lead-panel-right-history')).toHaveFocus();
  });
});

it('the overlay takes the focus into the notes beside the script, which stays', async () => {
  const opened = await openLead();
  await openByName(opened, 'Open Notes');
  await waitFor(() => {
    expect(besideNotes()).toContainElement(document.activeElement as HTMLElement);
  });
  expect(selected()).toEqual(['Call', 'Client', 'Script']);
});
